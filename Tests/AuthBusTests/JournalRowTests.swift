import AuthBus
import Foundation
import Testing

@Suite struct JournalRowTests {
  @Test(arguments: [
    "", "plain", "quote \" and \\ back", "line\nfeed\r\ttab", "nul \0 bell \u{7} escape \u{1B}[2J del \u{7F} c1 \u{9B}",
    "{\"kind\":\"post\"}", "한글 🇰🇷 e\u{301}", "\u{2028}\u{2029}\u{FEFF}\u{FFFF}", "\u{10FFFF}", "\\u0000", "</script>",
  ])
  func `JSON is one line that gives every text back`(hostile: String) throws {
    let row = JournalRow(
      number: .max, time: 12, thread: hostile, kind: .return, subject: hostile, actor: hostile, event: 3,
      detail: hostile, cause: hostile)
    #expect(!row.json.unicodeScalars.contains { $0.properties.generalCategory == .control })
    let object = try #require(try JSONSerialization.jsonObject(with: Data(row.json.utf8)) as? [String: Any])
    #expect(object.count == 9)
    for key in ["thread", "subject", "actor", "detail", "cause"] {
      // By scalars: equal strings may still differ in their bytes.
      #expect((object[key] as? String).map { Array($0.unicodeScalars) } == Array(hostile.unicodeScalars))
    }
    #expect(object["kind"] as? String == "return")
    #expect(object["event"] as? Int == 3)
    #expect(object["number"] as? UInt64 == .max)
  }

  @Test func `JSON has the keys in a fixed order and leaves out an event that is not there`() {
    let row = JournalRow(number: 1, time: 2, thread: "main", kind: .write, subject: "isSignIn", actor: "login")
    #expect(
      row.json
        == #"{"number":1,"time":2,"thread":"main","kind":"write","subject":"isSignIn","actor":"login","detail":"","cause":""}"#
    )
  }

  @Test(arguments: JournalRow.Kind.allCases) func `a kind is one word, the same in text and JSON`(
    _ kind: JournalRow.Kind
  ) throws {
    let row = JournalRow(number: 1, time: 0, thread: "main", kind: kind, subject: "x")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(row.json.utf8)) as? [String: Any])
    #expect(object["kind"] as? String == kind.rawValue)
    #expect(row.text == "1 +0.0ms main \(kind.rawValue) x" && kind.rawValue.allSatisfy(\.isLowercase))
  }

  @Test func `random texts survive JSON`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("JournalRowTests seed \(seed)")
    var random = Seeded(seed)
    for _ in 0..<2_000 {
      let text = String(
        String.UnicodeScalarView(
          (0..<12).compactMap { _ in
            Unicode.Scalar(UInt32.random(in: 0...0x1FF, using: &random))
          }))
      let json = JournalRow(number: 1, time: 2, thread: "main", kind: .note, subject: text).json
      let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
      #expect((object["subject"] as? String).map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
    }
  }

  @Test(arguments: [
    (
      JournalRow(
        number: 12, time: 412_000, thread: "main", kind: .post, subject: "authStateDidChange", actor: "login", event: 3,
        detail: "2 observers"), "12 +0.4ms main post #3 authStateDidChange by login -> 2 observers"
    ),
    (
      JournalRow(
        number: 4, time: 0, thread: "main", kind: .push, subject: "settings", actor: "open", detail: "2 screens"),
      "4 +0.0ms main push settings by open -> 2 screens"
    ),
    (JournalRow(number: 5, time: 0, thread: "main", kind: .pop, subject: "settings"), "5 +0.0ms main pop settings"),
    (
      JournalRow(number: 6, time: 0, thread: "main", kind: .present, subject: "confirm"),
      "6 +0.0ms main present confirm"
    ),
    (
      JournalRow(number: 7, time: 0, thread: "main", kind: .dismiss, subject: "confirm"),
      "7 +0.0ms main dismiss confirm"
    ),
    (
      JournalRow(number: 8, time: 0, thread: "main", kind: .transition, subject: "fade-out"),
      "8 +0.0ms main transition fade-out"
    ),
    (JournalRow(number: 1, time: 1_950_000, thread: "bg-1", kind: .hop, subject: "x"), "1 +2.0ms bg-1 hop x"),
    (
      JournalRow(number: 1, time: 0, thread: "main", kind: .note, subject: "\u{1B}[2J\n"),
      "1 +0.0ms main note \\u{1b}[2J\\u{a}"
    ),
  ])
  func `text is one line for people`(row: JournalRow, text: String) {
    #expect(row.text == text)
  }
}
