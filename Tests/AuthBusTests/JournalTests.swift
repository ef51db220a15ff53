import AuthBus
import Foundation
import Testing

@MainActor
@Suite struct JournalTests {
  @Test func `a row notes number, thread, kind, subject, actor, detail and cause`() {
    let journal = Journal()
    journal.cause = "signin ada@example.com"
    journal.record(.write, "isSignIn", by: "login", event: 7, detail: "true")
    let row = journal.rows().first
    #expect(
      row
        == JournalRow(
          number: 1, time: row?.time ?? 0, thread: "main", kind: .write, subject: "isSignIn", actor: "login", event: 7,
          detail: "true", cause: "signin ada@example.com"))
  }

  @Test func `rows made inside a delivery stand between the deliveries`() {
    let bench = Bench()
    bench.observe(by: "a")
    bench.observe(by: "b") { _ in bench.journal.record(.read, "isSignIn", by: "b") }
    bench.observe(by: "c")
    bench.bus.post(.authStateDidChange, by: "login")
    #expect(
      bench.rows(.post, .deliver, .read, .return) == [
        "post by login", "deliver by a", "deliver by b", "read by b", "deliver by c", "return by login",
      ])
    let rows = bench.journal.rows()
    #expect(rows.map(\.number) == Array(1...9))
    #expect(rows.map(\.time) == rows.map(\.time).sorted())
    #expect(rows.suffix(6).map(\.detail) == ["3 observers", "", "", "", "", "3 of 3"])
    #expect(rows.suffix(6).map(\.event) == [1, 1, 1, nil, 1, 1])
  }

  @Test func `a reader inside a delivery sees all earlier rows`() {
    let bench = Bench()
    var read: [String] = []
    bench.observe(by: "a")
    bench.observe(by: "b") { _ in read = bench.journal.rows(last: 3).map(\.actor) }
    bench.bus.post(.authStateDidChange, by: "login")
    #expect(read == ["login", "a", "b"])
  }

  @Test func `a reader on another thread sees the deliveries made so far`() {
    let bench = Bench()
    let journal = bench.journal
    var read: [String] = []
    bench.observe(by: "a") { _ in
      let reader = Reader(journal)
      Thread { reader.read() }.start()
      read = reader.result
    }
    bench.observe(by: "b")
    bench.bus.post(.authStateDidChange, by: "login")
    #expect(read == ["observe", "observe", "post", "deliver", "note"])
    #expect(bench.rows(.deliver, .note) == ["deliver by a", "note by ", "deliver by b"])
    #expect(journal.rows().first { $0.kind == .note }?.thread == "bg-1")
  }

  @Test(arguments: [1, 2, 3, 7, 50])
  func `the ring keeps the newest rows and numbers go on`(capacity: Int) {
    let bench = Bench(capacity: capacity)
    for label in ["a", "b", "c"] { bench.observe(by: label) }
    for _ in 0..<20 { bench.bus.post(.authStateDidChange) }
    let all = UInt64(3 + 20 * 5)
    #expect(bench.journal.lastNumber == all)
    #expect(bench.journal.rows().map(\.number) == Array((all - UInt64(capacity) + 1)...all))
  }

  @Test func `a capacity below one keeps one row`() {
    let journal = Journal(capacity: -5)
    journal.record(.note, "a")
    journal.record(.note, "b")
    #expect(journal.rows().map(\.subject) == ["b"])
  }

  @Test func `rows are read since a number and from the end`() {
    let journal = Journal()
    for index in 1...10 { journal.record(.note, "\(index)") }
    #expect(journal.rows(since: 7).map(\.number) == [8, 9, 10])
    #expect(journal.rows(last: 2).map(\.number) == [9, 10])
    #expect(journal.rows(since: 3, last: 2).map(\.number) == [9, 10])
    #expect(journal.rows(since: 10).isEmpty)
    #expect(journal.rows(since: .max).isEmpty)
    #expect(journal.rows(last: 0).isEmpty)
    #expect(journal.rows(last: -1).isEmpty)
    #expect(Journal().rows().isEmpty)
  }

  @Test func `a cleared journal goes on counting`() {
    let bench = Bench()
    bench.observe(by: "a") { _ in bench.journal.clear() }
    bench.observe(by: "b")
    bench.bus.post(.authStateDidChange)
    #expect(bench.journal.rows().map(\.number) == [5, 6])
    #expect(bench.rows(.deliver, .return) == ["deliver by b", "return by "])
  }

  @Test func `the journal keeps no payload`() {
    let bench = Bench()
    bench.observe(nil, by: "a") { _ in bench.bus.post(.testB, payload: ["token": "s3cret"]) }
    bench.bus.post(.testA, payload: ["token": "s3cret"])
    #expect(!bench.journal.rows().map(\.json).joined().contains("s3cret"))
  }

  @Test func `posts of two posters are not mixed up`() {
    let bench = Bench()
    bench.observe(by: "a")
    for poster in ["login", "login", "logout"] { bench.bus.post(.authStateDidChange, by: poster) }
    bench.journal.cause = "status"
    bench.bus.post(.authStateDidChange, by: "logout")
    let posts = bench.journal.rows().filter { $0.kind == .post }
    #expect(posts.map(\.actor) == ["login", "login", "logout", "logout"])
    #expect(posts.map(\.event) == [1, 2, 3, 4])
    #expect(posts.map(\.cause) == ["", "", "", "status"])
  }

  @Test func `rows from four threads get each number once, in each one's order`() async {
    let journal = Journal(capacity: 100_000)
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          await offMain { for index in 0..<5_000 { journal.record(.note, "\(thread)", detail: "\(index)") } }
        }
      }
    }
    let rows = journal.rows()
    #expect(rows.map(\.number) == Array(1...20_000))
    #expect(rows.map(\.time) == rows.map(\.time).sorted())
    for thread in 0..<4 {
      #expect(rows.filter { $0.subject == "\(thread)" }.map(\.detail) == (0..<5_000).map(String.init))
    }
  }
}

/// Records a row and reads the journal on another thread, while the main actor waits in a delivery.
private final class Reader: @unchecked Sendable {
  // `done` orders the one write of `kinds` before its one read.
  private let done = DispatchSemaphore(value: 0)
  private let journal: Journal
  private var kinds: [String] = []
  init(_ journal: Journal) { self.journal = journal }

  func read() {
    journal.record(.note, "bg")
    kinds = journal.rows().map(\.kind.rawValue)
    done.signal()
  }

  var result: [String] {
    done.wait()
    return kinds
  }
}
