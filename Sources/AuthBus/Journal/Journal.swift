public import Foundation
import Synchronization

/// A bounded, numbered log of every step: posts, deliveries, reads, writes, swaps of the root.
///
/// Any thread may record and read. It never holds a secret: who records keeps them out.
public final class Journal: @unchecked Sendable {
  // `lock` guards `state`; nothing of the caller's runs while it is held.
  private let lock = NSLock()
  private var state: JournalState
  private let hasSink = Atomic(false)

  /// When it began, by the wall clock; the rows' times count from here.
  public let startedAt = Date()

  /// An empty journal that keeps the newest `capacity` rows (at least one).
  public init(capacity: Int = 10_000) { state = JournalState(capacity: capacity) }

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
      let thread = isMain ? "main" : $0.backgroundThread()
      $0.append(.line(kind, subject: subject, actor: actor, event: event, detail: detail), on: thread)
    }
  }

  /// The rows after number `since`, oldest first, as far as they are kept; of those the newest `last`.
  public func rows(since: UInt64 = 0, last: Int = .max) -> [JournalRow] {
    let (entries, first) = lock.withLock { state.entries(since: since, last: last) }
    return entries.flatMap(\.rows).filter { $0.number >= first }
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
  private func locked(_ body: (inout JournalState) -> Void) {
    lock.lock()
    body(&state)
    lock.unlock()
    if hasSink.load(ordering: .relaxed) { feedSink() }
  }

  private func feedSink() {
    while let (sink, entries) = lock.withLock({ state.takeUnfed() }) {
      for row in entries.lazy.flatMap(\.rows) { sink(row) }
      lock.withLock { state.isFeeding = false }
    }
  }
}

/// What a bus tells its journal.
extension Journal {
  /// A post sets out to `observers`; `progress` counts them off. Until ``end(_:delivered:)`` its cause counts.
  func begin(_ mark: AuthEventMark, cause: String?, to observers: [ObserverInfo], _ progress: Progress) {
    progress.reach(0)
    locked { $0.begin(mark, cause: cause, to: observers, progress) }
  }

  /// The next observer of the running round is about to be called, after `count - 1` others.
  @inline(__always)
  func deliver(_ count: Int, _ progress: Progress) {
    progress.reach(count)
    if hasSink.load(ordering: .relaxed) { locked { $0.enterDeliveries() } }
  }

  /// The next observer of the running round is passed over.
  func skip(_ reason: String) { locked { $0.skip(reason) } }

  /// The running round is over.
  func end(_ mark: AuthEventMark, delivered: Int) { locked { $0.end(mark, delivered: delivered) } }
}
