import AuthApp
import AuthBus
import ShellLanguage

/// `events`: what the journal saw.
struct Events: Command {
  static let spec = CommandSpec(
    "events", summary: "show each write, post, delivery, read and root swap",
    discussion: """
      Events are numbered from 1 and never renumbered; the newest 10,000 are kept. 'authsh --trace FILE' writes all of
      them to a file, as JSON lines, while they happen.
      """,
    parameters: [
      .option("last", .number, help: "only the newest N (20 unless told; 0 for all)"),
      .option("since", .number, help: "only those after number N"),
      .option("kind", .choice(JournalRow.Kind.allCases.map(\.rawValue)), help: "only this kind"),
      .option("name", .event, help: "only those about this name or key"),
      .flag("clear", help: "forget them all; numbers go on"),
    ])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let journal = shell.app.bus.journal
    if call.has("clear") {
      journal.clear()
      return Output("", json: ["events": []])
    }
    let rows = journal.rows(since: UInt64(call.number("since") ?? 0)).filter { row in
      (call.value("kind").map { $0 == row.kind.rawValue } ?? true)
        && (call.value("name").map { $0 == row.subject } ?? true)
    }
    let count = call.number("last") ?? (call.value("since") == nil ? 20 : 0)
    let shown = count == 0 ? rows[...] : rows.suffix(count)
    return Output(shown.map(\.text).joined(separator: "\n"), json: ["events": .array(shown.map(json))])
  }

  private func json(_ row: JournalRow) -> JSONValue {
    [
      "number": .integer(Int(row.number)), "milliseconds": .real(Double(row.time / 1_000) / 1_000),
      "thread": .string(row.thread), "kind": .string(row.kind.rawValue), "subject": .string(row.subject),
      "actor": .string(row.actor), "event": row.event.map { .integer(Int($0)) } ?? .null,
      "detail": .string(row.detail), "cause": .string(row.cause),
    ]
  }
}
