import AuthBus
import Foundation
import Testing

@MainActor
@Suite struct JournalSinkTests {
  @Test func `the sink gets each row once, in order, as the journal has it`() {
    let bench = Bench()
    let sink = Collector(bench.journal)
    bench.observe(by: "a") { _ in bench.journal.record(.read, "isSignIn") }
    bench.observe(from: Window("window1"), by: "b")
    bench.observe(by: "c")
    bench.bus.post(.authStateDidChange, by: "login")
    bench.bus.post(.authStateDidChange, by: "login")
    #expect(sink.rows == bench.journal.rows())
    #expect(sink.rows.count == 15)
  }

  @Test func `a row is in the sink before the step goes on`() {
    let bench = Bench()
    let sink = Collector(bench.journal)
    var newest: [String] = []
    bench.observe(by: "a") { _ in newest.append(sink.rows.last?.actor ?? "") }
    bench.observe(by: "b") { _ in newest.append(sink.rows.last?.actor ?? "") }
    bench.bus.post(.authStateDidChange)
    #expect(newest == ["a", "b"])
  }

  @Test func `a sink set during a round gets what follows`() {
    let bench = Bench()
    var sink: Collector?
    bench.observe(by: "a") { _ in sink = Collector(bench.journal) }
    bench.observe(by: "b")
    bench.bus.post(.authStateDidChange)
    #expect(sink?.rows.map(\.kind) == [.deliver, .return])
    #expect(sink?.rows.map(\.actor) == ["b", ""])
  }

  @Test func `a sink that records does not hang, and its row follows`() {
    let journal = Journal()
    let sink = Collector(journal) { if $0.kind == .write { journal.record(.note, "seen") } }
    journal.record(.write, "isSignIn")
    journal.record(.write, "lastLoginRepository")
    #expect(sink.rows.map(\.subject) == ["isSignIn", "seen", "lastLoginRepository", "seen"])
  }

  @Test func `no sink, no calls`() {
    let journal = Journal()
    let sink = Collector(journal)
    journal.record(.note, "a")
    journal.setSink(nil)
    journal.record(.note, "b")
    #expect(sink.rows.map(\.subject) == ["a"])
  }

  @Test func `a small ring loses no row on the way to the sink`() async {
    let journal = Journal(capacity: 1)
    let sink = Collector(journal)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { await offMain { for _ in 0..<2_000 { journal.record(.note, "x") } } } }
    }
    #expect(sink.rows.map(\.number) == Array(1...8_000))
  }
}

/// Keeps what a journal feeds it.
private final class Collector: @unchecked Sendable {
  // `lock` guards `kept`.
  private let lock = NSLock()
  private var kept: [JournalRow] = []

  init(_ journal: Journal, then: @escaping @Sendable (JournalRow) -> Void = { _ in }) {
    journal.setSink { [self] row in
      lock.withLock { kept.append(row) }
      then(row)
    }
  }

  var rows: [JournalRow] { lock.withLock { kept } }
}
