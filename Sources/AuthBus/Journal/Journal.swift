public import Foundation
import Synchronization

/// A bounded, numbered log of every step: posts, deliveries, reads, writes, swaps of the root.
///
/// Any thread may record and read. It never holds a secret: who records keeps them out.
public final class Journal: @unchecked Sendable {
  // `lock` guards `state`; nothing of the caller's runs while it is held.
  private let lock = NSLock()
  // With the lock no two accesses overlap; checking for it again would cost a tenth of a post.
  @exclusivity(unchecked) private var state: JournalState
  private let hasSink = Atomic(false)
  private let clock = JournalClock()

  /// When it began, by the wall clock; the rows' times count from here.
  public let startedAt = Date()

  /// An empty journal that keeps the newest `capacity` rows (at least one).
  public init(capacity: Int = 10_000) { state = JournalState(capacity: capacity, clock: clock) }

  /// The command that runs now; each row notes it. Rows of a post that waited note the command that posted.
  public var cause: String {
    get { lock.withLock { state.cause } }
    set { lock.withLock { state.cause = newValue } }
  }

  /// The number of the newest row; 0 before the first.
  public var lastNumber: UInt64 { lock.withLock { state.lastNumber } }

  /// Notes one step, stamped with time, thread and cause.
  ///
  /// - Parameters:
  ///   - kind: what kind of step it was.
  ///   - subject: what it was about, such as a key.
  ///   - actor: who did it.
  ///   - event: the event that it belongs to.
  ///   - detail: the rest, for people.
  public func record(
    _ kind: JournalRow.Kind, _ subject: String, by actor: String = "", event: UInt64? = nil, detail: String = ""
  ) {
    let isMain = MainQueue.isCurrent
    locked {
      let record = JournalRecord(subject, actor, detail: detail, cause: $0.cause)
      $0.append(kind, record, event: event, isMain: isMain)
    }
  }

  /// The rows after number `since`, oldest first, as far as they are kept; of those the newest `last`.
  public func rows(since: UInt64 = 0, last: Int = .max) -> [JournalRow] {
    let (entries, first) = lock.withLock { state.entries(since: since, last: last) }
    return entries.flatMap { $0.rows }.filter { $0.number >= first }
  }

  /// Drops all rows; numbers go on, so that a reader notices.
  public func clear() { lock.withLock { state.clear() } }

  /// From now on hands each row to `sink`, in order, once, before `record` returns; nil ends that.
  ///
  /// No lock is held during the call. While another thread is in the sink, `record` leaves its row to that thread. What
  /// the sink itself records follows later, so a sink that records each row it gets never ends.
  public func setSink(_ sink: (@Sendable (JournalRow) -> Void)?) {
    lock.withLock { state.setSink(sink) }
    hasSink.store(sink != nil, ordering: .releasing)
  }

  /// Changes the state and then feeds the sink. No caller's code in `body`.
  private func locked<Result>(_ body: (inout JournalState) -> Result) -> Result {
    lock.lock()
    defer { if hasSink.load(ordering: .relaxed) { feedSink() } }
    defer { lock.unlock() }
    return body(&state)
  }

  private func feedSink() {
    while let (sink, entries) = lock.withLock({ state.takeUnfed() }) {
      for row in entries.lazy.flatMap(\.rows) { sink(row) }
      lock.withLock { state.isFeeding = false }
    }
  }
}

/// What a bus tells its journal, from the main actor.
extension Journal {
  /// A post of `event` sets out to those on `roster`. Until the end `cause`, if the post brings one, is the running
  /// command.
  /// - Returns: the cause to come back to.
  @MainActor
  func begin(_ round: Round, _ event: AuthEvent, cause: String?, to roster: Roster) -> String? {
    locked { state in
      var outer: String?
      if let cause { (outer, state.cause) = (state.cause, cause) }
      let poster = event.origin.label
      if !roster.record.isFor(poster, state.cause) {
        roster.record = JournalRecord(event.name.rawValue, poster, cause: state.cause, observers: roster.infos)
      }
      state.begin(round, roster.record, event: event.number)
      return outer
    }
  }

  /// Observer `count - 1` is about to be called; all before it were called or passed over.
  @inline(__always)
  func deliver(_ count: Int, in round: Round) {
    round.reach(count)
    if hasSink.load(ordering: .relaxed) { locked { $0.catchUp() } }
  }

  /// The next observer is passed over.
  func skip(_ reason: String, in round: Round) { locked { $0.skip(round, reason) } }

  /// The post is through; `cause`, if there is one, is the running command again.
  func end(_ round: Round, called: Int, cause: String?) {
    round.finish(called: called, at: clock.now)
    guard cause != nil || hasSink.load(ordering: .relaxed) else { return }
    locked {
      $0.catchUp()
      if let cause { $0.cause = cause }
    }
  }
}
