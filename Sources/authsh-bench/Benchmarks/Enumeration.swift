import Accounts
import Foundation
import LocalAccounts

extension Benchmark {
  /// Whether the time of a failed sign-in tells if the address has an account.
  static let enumeration = Benchmark("enumeration", "a failed sign-in: an address without an account against one with")
  {
    bench in
    let clock = LeapingClock()
    let service = LocalAccounts(path: bench.path("enumeration.db"), profile: .durable, clock: clock)
    _ = try await service.createUser(email: Bench.email, password: Secret(Bench.password))
    func refused(_ email: String) async throws -> Double {
      // A day later the lock-out has forgotten the failures before.
      clock.leap(by: 2 * 86_400)
      return try await seconds {
        do {
          _ = try await service.login(.password(email: email, Secret("wrong-horse")))
          throw BenchError("a wrong password was taken")
        } catch AuthError.invalidCredential {}
      } * 1_000
    }
    let (unknown, known) = try await medians(of: bench.count(100, quick: 3)) {
      try await refused("nobody@example.com")
    } against: {
      try await refused(Bench.email)
    }
    // Neither may be slower, so the slower one stands first.
    let isUnknownSlower = unknown > known
    return [
      .measured(
        "enumeration", (max(unknown, known), min(unknown, known)), "ms",
        peer: isUnknownSlower ? "a known address (value: an unknown one)" : "an unknown address (value: a known one)",
        budget: 1.05)
    ]
  }
}

/// A clock that stands still until it is told to leap.
private final class LeapingClock: WallClock {
  private let lock = NSLock()
  // Guarded by `lock`.
  nonisolated(unsafe) private var instant = Date(timeIntervalSince1970: 1_700_000_000)

  func now() -> Date { lock.withLock { instant } }

  func leap(by seconds: TimeInterval) { lock.withLock { instant += seconds } }
}
