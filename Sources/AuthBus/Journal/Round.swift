import Synchronization

/// The round that a bus runs, as its journal sees it; a bus uses one object for all its rounds.
///
/// A delivery takes part in the journal for the price of one store, ``reach(_:)``: whoever needs the journal next turns
/// the deliveries made since into an entry.
final class Round: @unchecked Sendable {
  // The rule that makes it safe: `reached` is atomic; the journal's lock guards everything else.
  private let count = Atomic(0)
  /// The post under way.
  private(set) var record = JournalRecord("", "", cause: "")
  /// Its number.
  private(set) var event: UInt64 = 0
  /// How many observers the ring knows of.
  var entered = 0
  /// The stamp of the deliveries since then.
  var time: UInt64 = 0
  /// The round of another bus, inside whose delivery this one runs.
  private(set) var outer: Round?

  /// Observers called so far.
  var reached: Int { count.load(ordering: .acquiring) }

  /// The observers called since the last time.
  func takeReached() -> Range<Int32> {
    let reached = reached
    defer { entered = reached }
    return Int32(entered)..<Int32(reached)
  }

  /// Observer `count - 1` is about to be called. Main actor only.
  func reach(_ count: Int) { self.count.store(count, ordering: .releasing) }

  /// Starts over.
  func begin(_ record: JournalRecord, _ event: UInt64, at time: UInt64, inside outer: Round?) {
    (self.record, self.event, self.time, self.outer, entered) = (record, event, time, outer, 0)
    reach(0)
  }

  /// Lets go of the outer round and returns it.
  func end() -> Round? {
    defer { outer = nil }
    return outer
  }

  /// A part of the round as an entry.
  func entry(_ number: UInt64, _ part: JournalEntry.Stretch, lastTime: UInt64) -> JournalEntry {
    JournalEntry(
      number: number, time: time, lastTime: lastTime, thread: 0, event: event, content: .round(part), record: record)
  }
}
