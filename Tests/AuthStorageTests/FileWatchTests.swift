import AuthStorage
import Foundation
import Testing

@Suite struct FileWatchTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func watch(_ names: Set<String>) throws -> (FileWatch, AsyncStream<String>) {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    return (try FileWatch(directory: scratch.folder, names: names) { continuation.yield($0) }, stream)
  }

  @Test func `a store that another instance flushes is told by its name`() async throws {
    let (watch, changes) = try watch(["defaults.plist"])
    let defaults = Defaults(path: scratch.path("defaults.plist"))
    defaults.set(1, forKey: "a")
    try await defaults.flush()
    #expect(await changes.first { _ in true } == "defaults.plist")
    watch.cancel()
    watch.cancel()
  }

  @Test func `a file written in place and one removed are told, others are not`() async throws {
    let (watch, changes) = try watch(["a", "b"])
    var told = changes.makeAsyncIterator()
    try scratch.write("x", to: "other")
    try scratch.write("x", to: "a")
    #expect(await told.next() == "a")
    try scratch.write("x", to: "b")
    #expect(await told.next() == "b")
    try FileManager.default.removeItem(atPath: scratch.path("a"))
    #expect(await told.next() == "a")
    watch.cancel()
  }

  @Test func `a folder that goes away tells every name`() async throws {
    let (watch, changes) = try watch(["a", "b"])
    try FileManager.default.removeItem(atPath: scratch.folder)
    var told: Set<String> = []
    for await name in changes {
      told.insert(name)
      if told.count == 2 { break }
    }
    #expect(told == ["a", "b"])
    watch.cancel()
  }

  @Test func `a folder that is missing cannot be watched`() {
    #expect(throws: StorageError.unreadable(path: "/none", reason: "no such file or directory")) {
      try FileWatch(directory: "/none", names: []) { _ in }
    }
  }
}
