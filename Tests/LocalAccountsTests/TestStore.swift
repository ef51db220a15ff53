import Accounts
import Foundation
import LocalAccounts
import Testing

/// A clock that stands still until a test moves it.
final class TestClock: WallClock {
  // Safe to share: `instant` is touched only under `lock`.
  private nonisolated(unsafe) var instant = Date(timeIntervalSince1970: 1_700_000_000)
  private let lock = NSLock()

  func now() -> Date { lock.withLock { instant } }
  func advance(_ seconds: Double) { lock.withLock { instant += seconds } }
}

/// Randomness that repeats from a seed (SplitMix64). Never for secrets.
final class SeededRandom: RandomSource, RandomNumberGenerator {
  // Safe to share: `state` is touched only under `lock`.
  private nonisolated(unsafe) var state: UInt64
  private let lock = NSLock()

  init(seed: UInt64) { state = seed }

  func next() -> UInt64 {
    lock.withLock {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) } }
}

/// A folder of its own with a store in it. It is also the clock of the services on it, so that the folder stays as long as
/// any of them, and goes with the last.
final class TestStore: WallClock {
  let folder: URL
  let clock = TestClock()
  var path: String { folder.appendingPathComponent("accounts.db").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("accounts-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func now() -> Date { clock.now() }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A service on the store, as another process would have it.
  func open(
    _ profile: StoreProfile = .throwaway, random: any RandomSource = SystemRandom(),
    busyTimeout: Duration = .seconds(10)
  ) -> LocalAccounts {
    LocalAccounts(path: path, profile: profile, clock: self, random: random, busyTimeout: busyTimeout)
  }

  /// A bare connection to the same file.
  func connection() throws -> Database { try Database(path: path, busyTimeout: .seconds(10)) }

  var exists: Bool { FileManager.default.fileExists(atPath: path) }
}

/// The error a call ended with; `nil` for success.
func refusal<T>(_ body: () async throws -> T) async -> AuthError? {
  do {
    _ = try await body()
    return nil
  } catch {
    guard let known = error as? AuthError else {
      Issue.record("not an AuthError: \(error)")
      return nil
    }
    return known
  }
}

let ada = "ada@example.com"
let password = Secret("correct horse")

extension Session {
  /// The ID token, which a session of the embedded service always has.
  var proof: Secret {
    get throws { try #require(idToken) }
  }
}

extension LocalAccounts {
  /// Ada, signed up.
  func signUpAda() async throws -> Session { try await createUser(email: ada, password: password) }

  /// The code of the newest mail.
  func newestCode(to address: String? = nil) async throws -> Secret {
    try #require(await outbox(to: address, limit: 1).first).text
  }
}
