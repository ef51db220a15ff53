/// What the ring holds: one row or the rows of several deliveries, from which text is made only when it is read.
struct JournalEntry {
  /// The part that differs by kind.
  enum Content {
    /// A row as another module or a rare path gave it.
    case line(JournalRow.Kind, subject: String, actor: String, event: UInt64?, detail: String)
    /// A post that sets out.
    case post(AuthEventMark, observers: Int)
    /// Deliveries to neighbours on the roster; one row each.
    case deliveries(AuthEventMark, to: ArraySlice<ObserverInfo>)
    /// A post that reached its last observer.
    case returned(AuthEventMark, delivered: Int, observers: Int)
  }

  /// The number of the (first) row.
  let number: UInt64
  /// The row's time.
  let time: UInt64
  /// The row's thread.
  let thread: String
  /// The row's cause.
  let cause: String
  /// The rest.
  let content: Content

  /// How many rows it stands for.
  var count: Int {
    if case .deliveries(_, let observers) = content { observers.count } else { 1 }
  }

  /// The number of the last row.
  var lastNumber: UInt64 { number + UInt64(count) - 1 }

  /// The rows themselves.
  var rows: [JournalRow] {
    switch content {
    case .line(let kind, let subject, let actor, let event, let detail):
      [row(kind, subject, actor, event, detail)]
    case .post(let mark, let observers):
      [row(.post, mark.name, mark.poster, mark.number, observers == 1 ? "1 observer" : "\(observers) observers")]
    case .deliveries(let mark, let observers):
      observers.enumerated().map { row(.deliver, mark.name, $1.label, mark.number, "", after: $0) }
    case .returned(let mark, let delivered, let observers):
      [row(.return, mark.name, mark.poster, mark.number, "\(delivered) of \(observers)")]
    }
  }

  private func row(
    _ kind: JournalRow.Kind, _ subject: String, _ actor: String, _ event: UInt64?, _ detail: String,
    after index: Int = 0
  ) -> JournalRow {
    JournalRow(
      number: number + UInt64(index), time: time, thread: thread, kind: kind, subject: subject, actor: actor,
      event: event, detail: detail, cause: cause)
  }
}

/// The part of an event that the journal keeps: no sender, no payload.
struct AuthEventMark {
  /// The event's number.
  let number: UInt64
  /// Its name.
  let name: String
  /// Who posted.
  let poster: String
}
