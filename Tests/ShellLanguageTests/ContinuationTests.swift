import ShellLanguage
import Testing

@Suite struct ContinuationTests {
  @Test(arguments: [
    ("a", false), ("", false), (#"\"#, true), (#"a \"#, true), (#"a\\"#, true), (#"a \ "#, false),
    // In a comment and between single quotes a \ is plain.
    (#"# a \"#, false), (#"a # b \"#, false), (#"a#b \"#, true), (#"'a \"#, false), (#"'a' \"#, true),
    (#"''# \"#, true),
    // Between double quotes it may be escaped itself.
    (#""a \"#, true), (#""a \\"#, false), (#""a \\\"#, true), (#""\" # \"#, true), (#""a" # \"#, false),
    (#"" ' \"#, true),
  ]) func `a backslash at the end asks for the next line`(line: String, goesOn: Bool) {
    var continuation = Continuation()
    #expect(continuation.goesOn(after: Array(line.utf8)) == goesOn)
  }

  @Test(
    arguments: [
      // Each line but the last goes on.
      ([#"a \"#, #"b \"#, "c"], [true, true, false]), ([#""a \"#, #"b" \"#, "c"], [true, true, false]),
      ([#""a \"#, #"# b \"#], [true, true]), ([#"a \"#, #"# b \"#], [true, false]),
      ([#"a\"#, #"# b \"#], [true, true]),
      ([#"a \"#, #"'b \"#], [true, false]),
    ] as [([String], [Bool])]) func `what a line left open is remembered`(lines: [String], goesOn: [Bool])
  {
    var continuation = Continuation()
    #expect(lines.map { continuation.goesOn(after: Array($0.utf8)) } == goesOn)
  }

  @Test func `lines scanned one by one answer as the joined line does`() {
    var random = Seeded()
    for _ in 0..<5_000 {
      let first = random.text(upTo: 8, of: ##"ab '"\# "##)
      let second = random.text(upTo: 8, of: ##"ab '"\# "##) + "\\"
      var stepwise = Continuation()
      guard stepwise.goesOn(after: Array((first + "\\").utf8)) else { continue }
      var joined = Continuation()
      let expected = joined.goesOn(after: Array((first + second).utf8))
      #expect(stepwise.goesOn(after: Array(second.utf8)) == expected, "seed \(random.seed): \(first) + \(second)")
    }
  }
}
