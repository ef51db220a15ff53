import AuthStorage
import Foundation
import Glibc
import Testing

/// Something that stands where the plist should be.
enum Obstacle: String, CaseIterable {
  case garbage, truncated, empty, directory, danglingLink, pipe, foreign, unreadable, tooLarge, array

  /// Whether the present user can set it up and is stopped by it.
  var isPossible: Bool {
    switch self {
    case .foreign: geteuid() == 0
    case .unreadable: geteuid() != 0
    default: true
    }
  }

  func place(at path: String) throws {
    let data: Data? =
      switch self {
      case .garbage, .foreign, .unreadable: Data("not a property list".utf8)
      case .truncated: Data("<plist version=\"1.0\"><dict><key>isSignIn</key><tr".utf8)
      case .array: Data("<plist version=\"1.0\"><array/></plist>".utf8)
      case .empty: Data()
      case .tooLarge: Data(count: AtomicFile.sizeLimit + 1)
      case .directory, .danglingLink, .pipe: nil
      }
    try data?.write(to: URL(fileURLWithPath: path))
    switch self {
    case .directory: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case .danglingLink: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
    case .pipe: #expect(mkfifo(path, 0o600) == 0)
    case .foreign: #expect(chown(path, 12_345, 12_345) == 0)
    case .unreadable: #expect(chmod(path, 0) == 0)
    default: break
    }
  }

  func isNamed(by error: StorageError, path: String) -> Bool {
    switch (self, error) {
    case (.garbage, .corrupt(path, _)), (.truncated, .corrupt(path, _)), (.empty, .corrupt(path, _)),
      (.array, .corrupt(path, _)), (.directory, .notAFile(path)), (.pipe, .notAFile(path)),
      (.danglingLink, .danglingLink(path)), (.unreadable, .unreadable(path, "permission denied")),
      (.foreign, .foreignOwner(path, 12_345, geteuid())), (.tooLarge, .tooLarge(path)):
      true
    default: false
    }
  }
}

@Suite struct BadFileTests {
  let scratch: Scratch
  let path: String

  init() throws {
    scratch = try Scratch()
    path = scratch.path("defaults.plist")
  }

  @Test(arguments: Obstacle.allCases.filter(\.isPossible))
  func `what cannot be read is unknown and never overwritten until repaired`(obstacle: Obstacle) async throws {
    try obstacle.place(at: path)
    let before = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    let defaults = Defaults(path: path)
    defaults.register(defaults: ["registered": 1])
    let error = try #require(defaults.condition.error)
    #expect(obstacle.isNamed(by: error, path: path), "\(error)")
    #expect(error.path == path)
    #expect(defaults.object(forKey: "isSignIn") == nil)
    #expect(defaults.integer(forKey: "registered") == 1)

    defaults.set(true, forKey: "isSignIn")
    await #expect(throws: error) { try await defaults.flush() }
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == before)

    let aside = try await defaults.repair()
    #expect(aside == path + ".broken-1")
    #expect(try FileManager.default.attributesOfItem(atPath: aside)[.systemFileNumber] as? Int == before)
    #expect(defaults.condition == .missing)
    try await defaults.flush()
    #expect(Defaults(path: path).bool(forKey: "isSignIn"))
  }

  @Test(arguments: Obstacle.allCases.filter { $0.isPossible && ![.garbage, .truncated, .empty, .array].contains($0) })
  func `a vault takes no file that is not its own`(obstacle: Obstacle) async throws {
    try obstacle.place(at: path)
    let vault = Vault(path: path)
    #expect(throws: StorageError.self) { try vault.read() }
    guard ![.tooLarge, .unreadable].contains(obstacle) else { return }
    await #expect(throws: StorageError.self) { try await vault.write(Data([1])) }
    await #expect(throws: StorageError.self) { try await vault.clear() }
  }

  @Test func `a file that breaks while it is in use leaves the known values, and heals by itself`() async throws {
    let defaults = Defaults(path: path)
    defaults.set(true, forKey: "isSignIn")
    try await defaults.flush()
    let good = try scratch.bytes("defaults.plist")
    try scratch.write("garbage", to: "defaults.plist")
    #expect(defaults.reload().isEmpty)
    #expect(defaults.condition.error != nil)
    #expect(defaults.bool(forKey: "isSignIn"))
    try Data(good).write(to: scratch.url("defaults.plist"))
    #expect(defaults.reload().isEmpty)
    #expect(defaults.condition == .loaded)
  }

  @Test func `a file that breaks unnoticed is not overwritten by the next flush`() async throws {
    let defaults = Defaults(path: path)
    try scratch.write("garbage", to: "defaults.plist")
    defaults.set(1, forKey: "a")
    await #expect(throws: StorageError.self) { try await defaults.flush() }
    #expect(try scratch.bytes("defaults.plist") == Array("garbage".utf8))
    #expect(defaults.condition.error != nil)
  }

  @Test func `repair keeps every broken file, and refuses a good one`() async throws {
    let defaults = Defaults(path: path)
    for number in 1...3 {
      try scratch.write("garbage \(number)", to: "defaults.plist")
      #expect(try await defaults.repair() == "\(path).broken-\(number)")
    }
    #expect(try scratch.bytes("defaults.plist.broken-2") == Array("garbage 2".utf8))
    await #expect(throws: StorageError.failed(path: path, operation: "repair", reason: "the file can be read")) {
      try await defaults.repair()
    }
  }

  @Test func `a link is followed and stays, and both ways to the file share one lock`() async throws {
    try FileManager.default.createDirectory(atPath: scratch.path("real"), withIntermediateDirectories: true)
    let target = Defaults(path: scratch.path("real/file"))
    target.set(1, forKey: "a")
    try await target.flush()
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "real/file")
    let defaults = Defaults(path: path)
    defaults.set(2, forKey: "b")
    try await defaults.flush()
    #expect(target.reload() == ["b"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "real/file")
    #expect(defaults.fileLocation.hasSuffix("/real/file"))
    #expect(try scratch.names == ["defaults.plist", "real"])
  }

  @Test func `a folder that is missing or is a file is an error, not a trap`() async throws {
    try scratch.write("", to: "file")
    for path in [scratch.path("none/defaults.plist"), scratch.path("file/defaults.plist"), "a\0b"] {
      let defaults = Defaults(path: path)
      defaults.set(1, forKey: "a")
      await #expect(throws: StorageError.self) { try await defaults.flush() }
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may write anywhere"))
  func `a folder without write permission refuses`() async throws {
    let defaults = Defaults(path: path)
    defaults.set(1, forKey: "a")
    chmod(scratch.folder, 0o500)
    defer { chmod(scratch.folder, 0o700) }
    await #expect(throws: StorageError.notPermitted(path: path)) { try await defaults.flush() }
  }
}
