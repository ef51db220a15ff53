import AuthBus
import Foundation

/// A bus of its own with a notebook for what its observers saw.
@MainActor
final class Bench {
  let center = NotificationCenter()
  let journal: Journal
  let bus: AuthBus
  /// `label number name` of each delivery, in order.
  private(set) var seen: [String] = []
  private(set) var events: [AuthEvent] = []
  private var ids: [String: ObserverID] = [:]

  init(capacity: Int = 10_000, depthLimit: Int = 16) {
    journal = Journal(capacity: capacity)
    bus = AuthBus(center: center, journal: journal, depthLimit: depthLimit)
  }

  /// Registers an observer that notes what it sees and then does `then`.
  @discardableResult
  func observe(
    _ name: Notification.Name? = .authStateDidChange, from sender: AnyObject? = nil, by label: String,
    then: @escaping @MainActor (AuthEvent) -> Void = { _ in }
  ) -> ObserverID {
    let id = bus.observe(name, from: sender, by: label) { [weak self] event in
      self?.note(label, event)
      then(event)
    }
    ids[label] = id
    return id
  }

  /// Removes the observer of that label.
  func remove(_ label: String) {
    if let id = ids[label] { bus.remove(id) }
  }

  func note(_ label: String, _ event: AuthEvent) {
    seen.append("\(label) \(event.number)")
    events.append(event)
  }

  /// The kinds and actors of the rows, such as `deliver by a`.
  func rows(_ kinds: JournalRow.Kind...) -> [String] {
    journal.rows().filter { kinds.contains($0.kind) }.map { "\($0.kind.rawValue) by \($0.actor)" }
  }

  /// Waits until the main queue has run all that was enqueued before.
  func settle() async {
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
  }
}

/// What a sender looks like to a filter.
final class Window: CustomStringConvertible, Sendable {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Repeats a run from its seed (SplitMix64).
struct Seeded: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// The names of the test's own events.
extension Notification.Name {
  static let testA = Self("org.authsh.test.a")
  static let testB = Self("org.authsh.test.b")
}
