import Shell
import ShellLanguage
import Testing

@Suite struct StatementTests {
  @Test func `an excerpt shows the line and points at the mistake`() {
    let statement = Statement(Array(#"echo "\q""#.utf8), line: 3)
    #expect(statement.excerpt(6..<8, masked: { $0 }) == "  echo \"\\q\"\n        ^^")
    #expect(statement.position(of: 6) == (3, 7))
  }

  @Test func `a secret on a line that was continued is not shown`() async throws {
    var statement = Statement(Array(#"signup ada@example.com --password \"#.utf8), line: 1)
    statement.add(Array(#"hunter22 "oops"#.utf8))
    // The second line alone says nothing of a secret.
    let masking = await Masking(CommandTable.standard.specs)
    let place = statement.bytes.count - 5
    #expect(statement.position(of: place) == (2, 10))
    #expect(statement.excerpt(place..<place + 5, masked: masking.mask) == "  signup ada@example.com \(Masking.dots)")
  }
}
