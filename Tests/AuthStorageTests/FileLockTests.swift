import AuthStorage
import Foundation
import Testing

@Suite struct FileLockTests {
  let scratch: Scratch
  let path: String

  init() throws {
    scratch = try Scratch()
    path = scratch.path("a.lock")
  }

  @Test func `a second holder waits for the first, and gives up in time`() async throws {
    let first = try await FileLock.acquire(at: path)
    await #expect(throws: StorageError.lockTimeout(path: path)) {
      try await FileLock.acquire(at: path, timeout: .milliseconds(20))
    }
    async let second = FileLock.acquire(at: path)
    first.release()
    try await second.release()
    #expect(try scratch.mode("a.lock") == 0o600)
  }

  @Test func `the lock goes with its last reference`() async throws {
    var lock: FileLock? = try await FileLock.acquire(at: path)
    #expect(lock != nil)
    lock = nil
    _ = try await FileLock.acquire(at: path, timeout: .zero)
  }

  @Test func `a lock file that cannot be made is an error`() async throws {
    await #expect(throws: StorageError.self) { try await FileLock.acquire(at: scratch.path("none/a.lock")) }
  }
}
