import AuthStorage
import Foundation
import Testing

@Suite struct VaultTests {
  let scratch: Scratch
  let vault: Vault
  let uses = Collector<StoreAccess>()

  init() throws {
    scratch = try Scratch()
    vault = Vault(path: scratch.path("session"), onAccess: { [uses] in uses.add($0) })
  }

  @Test func `bytes are kept for their owner alone until they are cleared`() async throws {
    #expect(try vault.read() == nil)
    try await vault.write(Data("secret".utf8))
    #expect(try vault.read() == Data("secret".utf8))
    #expect(try scratch.mode("session") == 0o600)
    try await vault.write(Data())
    #expect(try vault.read() == Data())
    try await vault.clear()
    #expect(try vault.read() == nil)
    try await vault.clear()
    #expect(try scratch.names == [".session.lock"])
  }

  @Test func `uses are reported without the bytes`() async throws {
    try await vault.write(Data("secret".utf8))
    _ = try vault.read()
    try await vault.clear()
    #expect(uses.values.map(\.operation) == [.write, .read, .remove])
    #expect(uses.values.allSatisfy { $0.key.isEmpty && $0.value.isEmpty })
  }

  @Test func `more than the limit is refused and leaves the old bytes`() async throws {
    try await vault.write(Data([1]))
    await #expect(throws: StorageError.tooLarge(path: vault.path)) {
      try await vault.write(Data(count: AtomicFile.sizeLimit + 1))
    }
    #expect(try vault.read() == Data([1]))
  }

  @Test func `a write goes on while the lock of a refresh is held`() async throws {
    let lock = try await FileLock.acquire(at: scratch.path("session.lock"))
    try await vault.write(Data([1]))
    lock.release()
    #expect(try vault.read() == Data([1]))
  }
}
