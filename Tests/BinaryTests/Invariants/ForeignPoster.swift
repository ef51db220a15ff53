import AuthBus
import Foundation

/// A thread of other code, which posts on the notification center and through the bus whatever the app is doing.
final class ForeignPoster: @unchecked Sendable {
  // `lock` guards `isStopped`; the rest never changes.
  private let lock = NSCondition()
  private var isStopped = false
  private let center: NotificationCenter
  private let bus: AuthBus

  /// Posts about two hundred times a second until ``stop()``.
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
