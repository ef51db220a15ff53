import Synchronization

/// How many observers of the running round were called; written by the main actor, read by any thread.
///
/// It lets a delivery take part in the journal for the price of one store: whoever needs the journal next turns the
/// deliveries made so far into an entry.
final class Progress: Sendable {
  private let count = Atomic(0)

  /// Observers called so far.
  var reached: Int { count.load(ordering: .acquiring) }

  /// Observer `count - 1` is about to be called.
  func reach(_ count: Int) { self.count.store(count, ordering: .releasing) }
}

/// A round whose deliveries are not all in the ring yet.
struct Round {
  /// The event that is delivered.
  let mark: AuthEventMark
  /// Its observers.
  let observers: [ObserverInfo]
  /// How far the deliveries are.
  let progress: Progress
  /// The cause to come back to.
  let outerCause: String
  /// How many observers the ring knows of.
  var entered = 0
  /// The stamp of the deliveries since then.
  var time: UInt64
}
