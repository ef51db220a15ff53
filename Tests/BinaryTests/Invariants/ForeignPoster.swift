import AuthBus
import Foundation

/// A thread of other code, which posts on the notification center and through the bus whatever the app is doing.
final class ForeignPoster: @unchecked Sendable {
  // `lock` guards `isStopped` and `allowed`; the rest never changes.
  private let lock = NSCondition()
  private var isStopped = false
  private var allowed = 0
  private let center: NotificationCenter
  private let bus: AuthBus

  /// Posts as often as it is allowed to, some milliseconds apart, until ``stop()``.
  init(on center: NotificationCenter, beside bus: AuthBus, seed: UInt64) {
    self.center = center
    self.bus = bus
    Thread.detachNewThread { [self] in
      var random = Seeded(seed)
      while pausing(for: Double.random(in: 0.001...0.01, using: &random)) {
        let name = Notification.Name.authBusNames.randomElement(using: &random) ?? .authStateDidChange
        if Bool.random(using: &random) { center.post(name: name, object: nil) } else { bus.enqueue(name, by: "poster") }
      }
    }
  }

  /// Lets it post a few times more. A slow machine is not to drown a command in posts that a fast one has no time for.
  func allow(_ posts: Int) {
    lock.withLock {
      allowed = min(allowed + posts, 40)
      lock.signal()
    }
  }

  /// Ends the thread after its present post.
  func stop() {
    lock.withLock {
      isStopped = true
      lock.signal()
    }
  }

  /// Waits; false when it is time to end.
  private func pausing(for seconds: TimeInterval) -> Bool {
    lock.withLock {
      while allowed == 0, !isStopped { lock.wait() }
      allowed -= 1
      if !isStopped { _ = lock.wait(until: Date(timeIntervalSinceNow: seconds)) }
      return !isStopped
    }
  }
}

/// Random numbers that a seed repeats: SplitMix64.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  /// The seed in `AUTHSH_SEED`, or a fresh one.
  static let seed: UInt64 =
    ProcessInfo.processInfo.environment["AUTHSH_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1_000_000)

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
