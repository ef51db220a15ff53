import Testing

@testable import ShellLanguage

@Suite struct LexerTests {
  /// A line, and its words: variables stand as `<name>`, pieces are joined by `|`.
  struct Row: Sendable, CustomTestStringConvertible {
    var line: String
    var words: [String]
    var testDescription: String { line }

    init(_ line: String, _ words: [String]) { (self.line, self.words) = (line, words) }
  }

  static let rows = [
    Row("", []), Row(" \t ", []),
    Row("status", ["status"]), Row("  a\t b  ", ["a", "b"]),
    // Bare text: a backslash, a dollar and a hash inside are plain.
    Row(#"C:\new $ $x a#b"#, [#"C:\new"#, "$", "$x", "a#b"]),
    Row("계정 é", ["계정", "é"]), Row("a=b", ["a=b"]), Row("-- --x", ["--", "--x"]),
    // Single quotes: everything is literal.
    Row(#"'a b' '' '\n ${x} "'"#, ["a b", "", #"\n ${x} ""#]),
    // Double quotes: four escapes, and variables.
    Row(#""a b" "" "x'y""#, ["a b", "", "x'y"]), Row(#""\n\t\"\\""#, ["\n\t\"\\"]), Row(#""a ${x} b""#, ["a |<x>| b"]),
    Row(#""$ $x {y}""#, ["$ $x {y}"]),
    // Variables: in bare text too; names hold letters, digits, _ - and a point.
    Row("${x}", ["<x>"]), Row("a${x}b${y.z-1_2}", ["a|<x>|b|<y.z-1_2>"]), Row("${x}${x}", ["<x>|<x>"]),
    // Pieces without a blank between make one word; neighbours of text are one piece.
    Row(#"a'b c'"d e"f"#, ["ab cd ef"]), Row(#"''"""#, [""]), Row(#"''${x}"#, ["<x>"]),
    // Comments begin where a word would.
    Row("# all", []), Row("a # b", ["a"]), Row("a '# b' #c", ["a", "# b"]), Row("''#a", ["#a"]),
    // A bare > standing alone is no word; quoted, or with more, it is.
    Row("a > b", ["a", "b"]), Row("a '>' >b b> >>", ["a", ">", ">b", "b>", ">>"]),
  ]

  @Test(arguments: rows) func `a line is taken apart into its words`(row: Row) throws {
    let words = try Lexer.lex(Array(row.line.utf8)).words.map { word in
      word.pieces.map { piece in
        switch piece {
        case .text(let text): text
        case .variable(let name, _): "<\(name)>"
        }
      }.joined(separator: "|")
    }
    #expect(words == row.words)
  }

  @Test(arguments: [
    ("a", true), ("--x", true), ("a'b'", true), (#"-"-x""#, true), ("'--x'", false), (#""--x""#, false),
    ("${x}", false),
    ("''a", false), ("$x", true),
  ]) func `only a word that starts bare can be an option`(line: String, startsBare: Bool) throws {
    #expect(try Lexer.lex(Array(line.utf8)).words.map(\.startsBare) == [startsBare])
  }

  @Test func `a word, a variable, a comment and a redirect know where they stand, in bytes`() throws {
    let line = try Lexer.lex(Array("é 'a b'${x} > f # c".utf8))
    #expect(line.words.map(\.range) == [0..<2, 3..<12, 15..<16])
    #expect(line.words[1].pieces == [.text("a b"), .variable("x", offset: 8)])
    #expect(line.redirect == 13)
    #expect(line.comment == 17)
  }

  @Test func `only a word without variables has a literal`() throws {
    let line = try Lexer.lex(Array("'' a'b' ${x} a${x}".utf8))
    #expect(line.words.map(\.literal) == ["", "ab", nil, nil])
  }

  @Test(
    arguments: [
      ("'a", .openQuote("'"), 0..<2), ("b \"a", .openQuote("\""), 2..<4), (#"b "a\"#, .openQuote("\""), 2..<5),
      (#""\q""#, .unknownEscape("q"), 1..<3), (#""\é""#, .unknownEscape("é"), 1..<4),
      (#""\$""#, .unknownEscape("$"), 1..<3),
      ("a${b", .openVariable, 1..<4), ("\"${b\"", .openVariable, 1..<5),
      ("${}", .badVariableName(""), 0..<3), ("${a b}", .badVariableName("a b"), 0..<6),
      ("${é}", .badVariableName("é"), 0..<5),
      ("a\0b", .nulByte, 1..<2), ("'\0'", .nulByte, 1..<2),
    ] as [(String, ParseError.Kind, Range<Int>)])
  func `a mistake is named, with its place`(line: String, kind: ParseError.Kind, range: Range<Int>) {
    #expect(throws: ParseError(kind, at: range)) { try Lexer.lex(Array(line.utf8)) }
  }

  @Test(arguments: [[0xFF], [0x61, 0xC3], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x27, 0x80, 0x27]] as [[UInt8]])
  func `bytes that are no UTF-8 are refused`(line: [UInt8]) {
    let error = #expect(throws: ParseError.self) { try Lexer.lex(line) }
    #expect(error?.kind == .invalidUTF8)
  }

  @Test func `a line of more than 16 MiB is refused`() {
    let line = [UInt8](repeating: UInt8(ascii: "a"), count: Lexer.longest)
    #expect(throws: ParseError(.tooLong(limit: Lexer.longest), at: 0..<1)) { try Lexer.lex(line + line.prefix(1)) }
  }

  @Test func `a line of a hundred thousand escapes is one piece of text`() throws {
    let escapes = Array(repeating: #"\n"#, count: 100_000).joined()
    #expect(try Lexer.lex(Array("\"\(escapes)\"".utf8)).words.first?.literal?.utf8.count == 100_000)
  }

  @Test func `text between single quotes comes back as it was`() throws {
    var random = Seeded()
    for _ in 0..<2_000 {
      let text = random.text(upTo: 20, of: ##"ab $ {x} "\#계é--=\"## + "\t")
      #expect(try Lexer.lex(Array("'\(text)'".utf8)).words.map(\.literal) == [text], "seed \(random.seed)")
    }
  }
}
