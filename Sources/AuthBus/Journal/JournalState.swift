import Foundation

/// All that the journal's lock guards.
struct JournalState {
  private var ring: Ring<JournalEntry>
  private let capacity: UInt64
  private var newest: UInt64 = 0
  private let origin = Self.clock()
  private var threads: [UInt: String] = [:]
  // Rounds of several buses nest; only the innermost can advance.
  private var rounds: [Round] = []
  private var sink: (@Sendable (JournalRow) -> Void)?
  private var unfed: [JournalEntry] = []
  /// Whether a thread is in the sink.
  var isFeeding = false
  /// The command that runs now.
  var cause = ""

  /// No rows yet.
  init(capacity: Int) {
    self.capacity = UInt64(max(1, capacity))
    ring = Ring(capacity: capacity)
  }

  /// The number of the newest row.
  var lastNumber: UInt64 {
    mutating get {
      enterDeliveries()
      return newest
    }
  }

  /// Adds one row after the deliveries made so far and returns its time.
  @discardableResult
  mutating func append(_ content: JournalEntry.Content, on thread: String) -> UInt64 {
    enterDeliveries()
    let time = Self.clock() - origin
    push(content, time, thread)
    if !rounds.isEmpty { rounds[rounds.count - 1].time = time }
    return time
  }

  /// The name of the running thread, which is not the main one.
  mutating func backgroundThread() -> String {
    let number = ThreadNumber.current
    if let name = threads[number] { return name }
    let name = "bg-\(threads.count + 1)"
    threads[number] = name
    return name
  }

  /// The entries with rows after `since`, of which at most `last` rows, and the first row's number.
  mutating func entries(since: UInt64, last: Int) -> (entries: [JournalEntry], first: UInt64) {
    enterDeliveries()
    let wanted = min(capacity, UInt64(max(0, last)))
    let first = max(since == .max ? since : since + 1, newest >= wanted ? newest - wanted + 1 : 1)
    var start = ring.count
    while start > 0, ring[start - 1].lastNumber >= first { start -= 1 }
    return ((start..<ring.count).map { ring[$0] }, first)
  }

  /// Drops all rows.
  mutating func clear() {
    enterDeliveries()
    ring.removeAll()
  }

  private mutating func push(_ content: JournalEntry.Content, _ time: UInt64, _ thread: String) {
    let entry = JournalEntry(number: newest + 1, time: time, thread: thread, cause: cause, content: content)
    newest = entry.lastNumber
    ring.append(entry)
    while let oldest = ring.first, newest - oldest.lastNumber >= capacity { ring.removeFirst() }
    if sink != nil { unfed.append(entry) }
  }

  private static func clock() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// Rounds.
extension JournalState {
  /// A post sets out.
  mutating func begin(_ mark: AuthEventMark, cause: String?, to observers: [ObserverInfo], _ progress: Progress) {
    let outerCause = self.cause
    if let cause { self.cause = cause }
    let time = append(.post(mark, observers: observers.count), on: "main")
    rounds.append(
      Round(mark: mark, observers: observers, progress: progress, outerCause: outerCause, time: time))
  }

  /// Turns the deliveries that were made since the last row into an entry.
  mutating func enterDeliveries() {
    guard let round = rounds.last else { return }
    let reached = round.progress.reached
    guard reached > round.entered else { return }
    rounds[rounds.count - 1].entered = reached
    push(.deliveries(round.mark, to: round.observers[round.entered..<reached]), round.time, "main")
  }

  /// Passes over the next observer of the running round.
  mutating func skip(_ reason: String) {
    enterDeliveries()
    guard let round = rounds.last else { return }
    let observer = round.observers[round.entered]
    let (subject, event) = (round.mark.name, round.mark.number)
    append(.line(.skip, subject: subject, actor: observer.label, event: event, detail: reason), on: "main")
    rounds[rounds.count - 1].entered += 1
    round.progress.reach(round.entered + 1)
  }

  /// Closes the running round.
  mutating func end(_ mark: AuthEventMark, delivered: Int) {
    enterDeliveries()
    guard let round = rounds.last else { return }
    append(.returned(mark, delivered: delivered, observers: round.observers.count), on: "main")
    rounds.removeLast()
    cause = round.outerCause
  }
}

/// The sink.
extension JournalState {
  /// Feeds `sink` with the rows that come from now on.
  mutating func setSink(_ sink: (@Sendable (JournalRow) -> Void)?) {
    enterDeliveries()
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
