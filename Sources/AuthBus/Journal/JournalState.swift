import Foundation

/// All that the journal's lock guards.
struct JournalState {
  // Has at least as many rows as it has slots; what is beyond the capacity is left out by the reader.
  private var ring: Ring<JournalEntry>
  private let capacity: UInt64
  private let clock: JournalClock
  private var newest: UInt64 = 0
  private var threads: [UInt: Int32] = [:]
  // The innermost round, or the last one; rounds of several buses nest, and only the innermost can advance.
  private var round: Round?
  private var sink: (@Sendable (JournalRow) -> Void)?
  private var unfed: [JournalEntry] = []
  /// Whether a thread is in the sink.
  var isFeeding = false
  /// The command that runs now.
  var cause = ""

  /// No rows yet.
  init(capacity: Int, clock: JournalClock) {
    self.clock = clock
    self.capacity = UInt64(max(1, capacity))
    ring = Ring(capacity: capacity)
  }

  /// The number of the newest row.
  var lastNumber: UInt64 {
    mutating get {
      catchUp()
      return newest
    }
  }

  /// Adds one row after the deliveries made so far. `isMain` says where this runs.
  mutating func append(_ kind: JournalRow.Kind, _ record: JournalRecord, event: UInt64?, isMain: Bool = true) {
    catchUp()
    let time = clock.now
    push(
      JournalEntry(
        number: newest + 1, time: time, lastTime: time, thread: isMain ? 0 : backgroundThread(), event: event ?? 0,
        content: .line(kind), record: record))
    round?.time = time
  }

  private mutating func backgroundThread() -> Int32 {
    let number = ThreadNumber.current
    if let known = threads[number] { return known }
    let next = Int32(threads.count + 1)
    threads[number] = next
    return next
  }

  /// The entries with rows after `since`, of which at most `last` rows, and the first row's number.
  mutating func entries(since: UInt64, last: Int) -> (entries: [JournalEntry], first: UInt64) {
    catchUp()
    let wanted = min(capacity, UInt64(max(0, last)))
    let first = max(since == .max ? since : since + 1, newest >= wanted ? newest - wanted + 1 : 1)
    var start = ring.count
    while start > 0, ring[start - 1].lastNumber >= first { start -= 1 }
    return ((start..<ring.count).map { ring[$0] }, first)
  }

  /// Drops all rows.
  mutating func clear() {
    catchUp()
    ring.removeAll()
  }

  private mutating func push(_ entry: consuming JournalEntry) {
    newest = entry.lastNumber
    if sink != nil { unfed.append(copy entry) }
    ring.append(entry)
  }
}

/// Rounds.
extension JournalState {
  /// A post sets out.
  mutating func begin(_ inner: Round, _ record: JournalRecord, event: UInt64) {
    catchUp()
    inner.begin(record, event, at: clock.now, inside: round)
    if round !== inner { round = inner }
    push(inner.entry(newest + 1, .init(isPost: true, deliveries: 0..<0), lastTime: inner.time))
  }

  /// Turns what the running round did since the last row into an entry.
  mutating func catchUp() {
    while let round, round.isOpen {
      let (deliveries, isThrough) = round.takeProgress()
      if !isThrough {
        if !deliveries.isEmpty { enter(round, .init(deliveries: deliveries), round.time) }
        return
      }
      // A row of another thread may have come between the return and its stamp.
      let time = max(round.returnTime, round.time)
      enter(round, .init(deliveries: deliveries, returned: Int32(round.called)), time)
      guard let outer = round.close() else { return }
      outer.time = time
      self.round = outer
    }
  }

  /// Adds `more` of the running round: to the newest entry where that goes straight on.
  private mutating func enter(_ round: Round, _ more: JournalEntry.Stretch, _ lastTime: UInt64) {
    let last = ring.count - 1
    guard sink == nil, last >= 0, ring[last].extend(with: more, of: round, lastTime) else {
      return push(round.entry(newest + 1, more, lastTime: lastTime))
    }
    newest += more.count
  }

  /// Passes over the next observer of `round`, the running one.
  mutating func skip(_ round: Round, _ reason: String) {
    catchUp()
    let observer = round.record.observers[round.entered]
    let skip = JournalRecord(round.record.subject, observer.label, detail: reason, cause: round.record.cause)
    append(.skip, skip, event: round.event)
    round.entered += 1
    round.reach(round.entered)
  }
}

/// The sink.
extension JournalState {
  /// Feeds `sink` with the rows that come from now on.
  mutating func setSink(_ sink: (@Sendable (JournalRow) -> Void)?) {
    catchUp()
    self.sink = sink
    unfed = []
  }

  /// What the sink is still to get; nil when there is nothing or another thread is at it.
  mutating func takeUnfed() -> (@Sendable (JournalRow) -> Void, [JournalEntry])? {
    guard let sink, !isFeeding, !unfed.isEmpty else { return nil }
    isFeeding = true
    defer { unfed = [] }
    return (sink, unfed)
  }
}
