import Foundation
import Testing

@testable import authsh_bench

@Suite struct RowTests {
  private let rows: [Row] = [
    .measured("start", (4.5, 4), "ms", peer: "the least program", budget: 1.3),
    .measured("post.10", (9, 10), "us", peer: "NotificationCenter", budget: 0.6),
    .missing("steps", "us/line", peer: "dash", budget: 1, note: "there is no dash"),
  ]

  @Test func `a budget holds up to its ratio and not beyond`() {
    #expect(rows.map(\.holds) == [true, false, nil])
    #expect(Row.measured("exact", (3, 2), "ms", peer: "", budget: 1.5).holds == true)
    #expect(Row.measured("no time at all", (3, 0), "ms", peer: "", budget: 1.5).holds == false)
  }

  @Test func `a benchmark that breaks down does not hold and says why`() {
    let row = Row.failed("start", BenchError("cannot start authsh"))
    #expect(row.holds == false)
    #expect(row.note == "not measured: cannot start authsh")
  }

  @Test func `JSON has every key in every row, null where nothing is known`() throws {
    let objects = try #require(JSONSerialization.jsonObject(with: Data(rows.json.utf8)) as? [[String: Any]])
    let keys: Set = ["name", "value", "unit", "peer", "peerValue", "ratio", "budget", "holds"]
    #expect(objects.map { keys.subtracting($0.keys) } == [[], [], []])
    #expect(objects[0]["ratio"] as? Double == 1.125)
    #expect(objects[0]["note"] == nil)
    #expect(objects[2]["holds"] is NSNull)
    #expect(objects[2]["note"] as? String == "there is no dash")
  }

  @Test func `the table stands in columns, with notes below`() {
    #expect(
      rows.table == """
        budget   authsh  peer   ratio  at most           compared with
        start    4.5 ms  4 ms   1.13   1.3      holds    the least program
        post.10  9 us    10 us  0.9    0.6      FAILS    NotificationCenter
        steps    -       -      -      1        unknown  dash
        steps: there is no dash
        """)
  }

  @Test func `numbers are rounded to what they can say`() {
    #expect(
      [0.44000000000000006, 12_345.6, 0, 0.000123456].map { $0.rounded(digits: 4) } == [0.44, 12_350, 0, 0.0001235])
  }

  @Test func `the median of an even count lies between the two in the middle`() {
    #expect(median([3, 1, 2]) == 2)
    #expect(median([4, 1, 2, 3]) == 2.5)
    #expect(median([]) == 0)
  }
}
