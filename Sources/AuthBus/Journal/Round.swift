import Synchronization

/// The round that a bus runs, as its journal sees it; a bus uses one object for all its rounds.
///
/// Deliveries and the end of a round take part in the journal for the price of one store each, ``reach(_:)`` and
/// ``finish(called:at:)``: whoever needs the journal next turns what happened since into an entry.
final class Round: @unchecked Sendable {
  // The rule that makes it safe: `progress` is atomic; `called` and `returnTime` are written before it says that the
  // round is through, and read after; the journal's lock guards everything else.
  private let progress = Atomic(0)
  private static let through = 1 << 32

  /// Whether the ring does not know its end yet.
  private(set) var isOpen = false
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
  /// How many observers were called, once the round is through.
  private(set) var called = 0
  /// When that was.
  private(set) var returnTime: UInt64 = 0

  /// Starts over.
  func begin(_ record: JournalRecord, _ event: UInt64, at time: UInt64, inside outer: Round?) {
    // Posts mostly repeat; a comparison is cheaper than counting references.
    if self.record !== record { self.record = record }
    if let outer, outer.isOpen { self.outer = outer }
    (self.event, self.time, entered, isOpen) = (event, time, 0, true)
    reach(0)
  }

  /// Observer `count - 1` is about to be called. Main actor only.
  func reach(_ count: Int) { progress.store(count, ordering: .releasing) }

  /// All observers were called or passed over. Main actor only.
  func finish(called: Int, at time: UInt64) {
    (self.called, returnTime) = (called, time)
    progress.store(progress.load(ordering: .relaxed) | Self.through, ordering: .releasing)
  }

  /// The observers called since the last time, and whether the round is through.
  func takeProgress() -> (deliveries: Range<Int32>, isThrough: Bool) {
    let progress = progress.load(ordering: .acquiring)
    let reached = progress & (Self.through - 1)
    defer { entered = reached }
    return (Int32(entered)..<Int32(reached), progress >= Self.through)
  }

  /// Ends the round and returns the one around it.
  func close() -> Round? {
    isOpen = false
    guard outer != nil else { return nil }
    defer { outer = nil }
    return outer
  }

  /// A part of the round as an entry.
  func entry(_ number: UInt64, _ part: JournalEntry.Stretch, lastTime: UInt64) -> JournalEntry {
    JournalEntry(
      number: number, time: time, lastTime: lastTime, thread: 0, event: event, content: .round(part), record: record)
  }
}
