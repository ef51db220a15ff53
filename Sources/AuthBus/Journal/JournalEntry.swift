/// What an entry's rows have in common: the post, or the step as another module told it. No sender, no payload.
///
/// Posts that differ only in their number share one.
final class JournalRecord: Sendable {
  /// The row's subject; of a post, the name.
  let subject: String
  /// The row's actor; of a post, the poster.
  let actor: String
  /// The row's detail, unless it follows from the kind.
  let detail: String
  /// The command that was running.
  let cause: String
  /// Of a post, whom it may reach.
  let observers: [ObserverInfo]

  /// A record from its parts.
  init(_ subject: String, _ actor: String, detail: String = "", cause: String, observers: [ObserverInfo] = []) {
    (self.subject, self.actor, self.detail, self.cause) = (subject, actor, detail, cause)
    self.observers = observers
  }

  /// Whether a post by `actor`, caused by `cause`, to the same observers reads the same.
  func isFor(_ actor: String, _ cause: String) -> Bool { self.actor == actor && self.cause == cause }
}

/// What the ring holds: one row, or neighbouring rows of one round. Text is made only when it is read.
struct JournalEntry {
  /// Which rows it stands for.
  enum Content {
    /// One row that says what the record says.
    case line(JournalRow.Kind)
    /// A part of a round.
    case round(Stretch)
  }

  /// A part of a round without a row of anybody else.
  struct Stretch {
    /// Whether the row of the post comes first.
    var isPost = false
    /// Which of the record's observers then have a row each.
    var deliveries: Range<Int32>
    /// If the post's return comes last, how many observers were called.
    var returned: Int32?

    /// How many rows these are.
    var count: UInt64 { (isPost ? 1 : 0) + UInt64(deliveries.count) + (returned == nil ? 0 : 1) }
  }

  /// The number of the first row.
  let number: UInt64
  /// The time of each row but the return.
  let time: UInt64
  /// The time of the last row.
  var lastTime: UInt64
  /// 0 for the main thread, else which background thread.
  let thread: Int32
  /// The event that the rows belong to; 0 for none.
  let event: UInt64
  /// Which rows.
  var content: Content
  /// What they say.
  let record: JournalRecord

  /// The number of the last row.
  var lastNumber: UInt64 {
    if case .round(let stretch) = content { number + stretch.count - 1 } else { number }
  }

  /// Takes `more` of `round` in, if these rows are of that round and end where `more` begins.
  mutating func extend(with more: Stretch, of round: Round, _ lastTime: UInt64) -> Bool {
    guard event == round.event, record === round.record, case .round(var stretch) = content else { return false }
    let from = stretch.deliveries.isEmpty ? more.deliveries.lowerBound : stretch.deliveries.lowerBound
    stretch.deliveries = from..<more.deliveries.upperBound
    stretch.returned = more.returned
    content = .round(stretch)
    self.lastTime = lastTime
    return true
  }

  /// The rows themselves.
  var rows: [JournalRow] {
    switch content {
    case .line(let kind): [row(kind, 0, detail: record.detail)]
    case .round(let stretch): rows(of: stretch)
    }
  }

  private func rows(of stretch: Stretch) -> [JournalRow] {
    let all = record.observers.count
    var rows: [JournalRow] = []
    if stretch.isPost { rows.append(row(.post, 0, detail: all == 1 ? "1 observer" : "\(all) observers")) }
    for index in stretch.deliveries {
      rows.append(row(.deliver, rows.count, by: record.observers[Int(index)].label))
    }
    if let called = stretch.returned { rows.append(row(.return, rows.count, detail: "\(called) of \(all)")) }
    return rows
  }

  private func row(_ kind: JournalRow.Kind, _ index: Int, by actor: String? = nil, detail: String = "") -> JournalRow {
    JournalRow(
      number: number + UInt64(index), time: kind == .return ? lastTime : time,
      thread: thread == 0 ? "main" : "bg-\(thread)", kind: kind, subject: record.subject,
      actor: actor ?? record.actor, event: event == 0 ? nil : event, detail: detail, cause: record.cause)
  }
}
