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
    // The second line alone says nothing of a secret.
    let statement = Statement(Array(#"signup ada@example.com --password hunter22 "oops"#.utf8), line: 1)
    let masking = await Masking(CommandTable.standard.specs)
    #expect(!statement.excerpt(43..<48, masked: masking.mask).contains("hunter22"))
  }
}
