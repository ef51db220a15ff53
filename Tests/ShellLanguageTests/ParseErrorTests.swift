import Testing

@testable import ShellLanguage

@Suite struct ParseErrorTests {
  static let rows: [(ParseError.Kind, String)] = [
    (.openQuote("'"), "this ' is never closed; add another ' before the end of the line"),
    (
      .unknownEscape("q"),
      #"'\q' means nothing between double quotes; use \n \t \" or \\, or write the text between single quotes"#
    ),
    (.openVariable, "this ${ is never closed; write ${name}, or '${' between single quotes for the plain text"),
    (.badVariableName("a b"), "'a b' cannot be a variable's name; names are letters, digits, '_', '-' and '.'"),
    (.nulByte, "the line holds a NUL byte; remove it"),
    (.invalidUTF8, "the line is not UTF-8; save the file as UTF-8"),
    (.tooLong(limit: Lexer.longest), "the line is longer than 16 MiB; break it up"),
    (.unknownVariable("emial", suggestion: "email"), "no variable 'emial'; did you mean ${email}?"),
    (.unknownVariable("x", suggestion: nil), "no variable 'x'; set it first: set x = value"),
    (.badAssignment("x"), "'x' is no assignment; write: set name = value"),
    (.needsQuotes("a b"), #"more than one word after '='; quote the value: "a b""#),
    (.readOnlyVariable("env.HOME"), "'env.HOME' is read-only; choose a name that does not start with env. or run."),
    (.unknownSetting("authsh.x", suggestion: "authsh.y"), "no setting 'authsh.x'; did you mean authsh.y?"),
    (.unknownSetting("authsh.x", suggestion: nil), "no setting 'authsh.x'; 'help set' lists them"),
    (.badSetting("authsh.x", allowed: ["on", "off"]), "authsh.x takes on or off"),
    (.notHere("expect"), "'expect' belongs to test scripts, which this version does not run"),
    (.redirect, #"a '>' standing alone is kept for output files; quote it for the plain text: ">""#),
  ]

  @Test(arguments: rows) func `a mistake says what is wrong and what to type`(kind: ParseError.Kind, message: String) {
    #expect(ParseError(kind, at: 0..<1).message == message)
  }

  @Test func `every kind of mistake is in the table`() {
    #expect(Set(Self.rows.map { number(of: $0.0) }) == Set(0..<15))
  }

  /// No default: a new kind does not compile until it has a number here, and no row fails the test above.
  private func number(of kind: ParseError.Kind) -> Int {
    switch kind {
    case .openQuote: 0
    case .unknownEscape: 1
    case .openVariable: 2
    case .badVariableName: 3
    case .nulByte: 4
    case .invalidUTF8: 5
    case .tooLong: 6
    case .unknownVariable: 7
    case .badAssignment: 8
    case .needsQuotes: 9
    case .readOnlyVariable: 10
    case .unknownSetting: 11
    case .badSetting: 12
    case .notHere: 13
    case .redirect: 14
    }
  }
}
