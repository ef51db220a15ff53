/// Takes a line apart into words.
///
/// Words are bare text, 'literal text' and "text with ${variables} and \n \t \" \\", in any mixture without blanks
/// between. `#` at the start of a word begins a comment. Only `${…}` expands; a lone `$` and, in bare text, a `\` are plain.
package struct Lexer {
  /// The longest line, in bytes.
  package static let longest = 16 * 1_048_576

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var line = LexedLine()

  /// Takes `bytes`, one line without its end, apart.
  package static func lex(_ bytes: [UInt8]) throws(ParseError) -> LexedLine {
    let result: Result<LexedLine, ParseError> = bytes.withUnsafeBufferPointer { buffer in
      var lexer = Lexer(bytes: buffer)
      do throws(ParseError) {
        return .success(try lexer.run())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private mutating func run() throws(ParseError) -> LexedLine {
    if bytes.count > Self.longest { throw ParseError(.tooLong(limit: Self.longest), at: 0..<1) }
    line.words.reserveCapacity(4)
    while true {
      skipBlanks()
      guard position < bytes.count else { return line }
      if bytes[position] == UInt8(ascii: "#") {
        line.comment = position
        return line
      }
      try word()
    }
  }

  private mutating func word() throws(ParseError) {
    let start = position
    var word = Word(pieces: [], range: start..<start, startsBare: !isQuote(bytes[start]) && !startsVariable)
    while position < bytes.count, !isBlank(bytes[position]) {
      switch bytes[position] {
      case UInt8(ascii: "'"): try single(into: &word)
      case UInt8(ascii: "\""): try double(into: &word)
      default: try bare(into: &word)
      }
    }
    word.range = start..<position
    if word.startsBare, word.range.count == 1, bytes[start] == UInt8(ascii: ">") {
      line.redirect = line.redirect ?? start
    } else {
      line.words.append(word)
    }
  }

  private mutating func bare(into word: inout Word) throws(ParseError) {
    var start = position
    while position < bytes.count, !isBlank(bytes[position]), !isQuote(bytes[position]) {
      if startsVariable {
        try add(start..<position, to: &word)
        try variable(into: &word)
        start = position
      } else {
        position += 1
      }
    }
    try add(start..<position, to: &word)
  }

  private mutating func single(into word: inout Word) throws(ParseError) {
    let quote = position
    position += 1
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "'") { position += 1 }
    guard position < bytes.count else { throw ParseError(.openQuote("'"), at: quote..<bytes.count) }
    try add(start..<position, to: &word)
    position += 1
  }

  private mutating func double(into word: inout Word) throws(ParseError) {
    let quote = position
    position += 1
    var start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        try add(start..<position, to: &word)
        position += 1
        return
      case UInt8(ascii: "\\"):
        try add(start..<position, to: &word)
        try escape(into: &word, quote: quote)
        start = position
      case UInt8(ascii: "$") where startsVariable:
        try add(start..<position, to: &word)
        try variable(into: &word)
        start = position
      default:
        position += 1
      }
    }
    throw ParseError(.openQuote("\""), at: quote..<bytes.count)
  }

  private mutating func escape(into word: inout Word, quote: Int) throws(ParseError) {
    guard position + 1 < bytes.count else { throw ParseError(.openQuote("\""), at: quote..<bytes.count) }
    let text: String
    switch bytes[position + 1] {
    case UInt8(ascii: "n"): text = "\n"
    case UInt8(ascii: "t"): text = "\t"
    case UInt8(ascii: "\""): text = "\""
    case UInt8(ascii: "\\"): text = "\\"
    default:
      let shown = String(decoding: bytes[(position + 1)...].prefix(4), as: UTF8.self).first ?? " "
      throw ParseError(
        .unknownEscape(shown), at: position..<position + 1 + min(shown.utf8.count, bytes.count - position - 1))
    }
    position += 2
    append(text, to: &word)
  }

  private mutating func variable(into word: inout Word) throws(ParseError) {
    let start = position
    position += 2
    while position < bytes.count, bytes[position] != UInt8(ascii: "}") { position += 1 }
    guard position < bytes.count else { throw ParseError(.openVariable, at: start..<bytes.count) }
    let name = bytes[start + 2..<position]
    position += 1
    guard !name.isEmpty, name.allSatisfy(isNameByte) else {
      throw ParseError(.badVariableName(String(decoding: name, as: UTF8.self)), at: start..<position)
    }
    word.pieces.append(.variable(String(decoding: name, as: UTF8.self), offset: start))
  }

  /// Adds raw bytes to a word, checked.
  private func add(_ range: Range<Int>, to word: inout Word) throws(ParseError) {
    guard !range.isEmpty else { return }
    let slice = UnsafeBufferPointer(rebasing: bytes[range])
    if let nul = slice.firstIndex(of: 0) {
      throw ParseError(.nulByte, at: range.lowerBound + nul..<range.lowerBound + nul + 1)
    }
    guard let text = String(validating: slice, as: UTF8.self) else { throw ParseError(.invalidUTF8, at: range) }
    append(text, to: &word)
  }

  /// Adds text, joined to text that stands before it.
  private func append(_ text: String, to word: inout Word) {
    guard case .text(var joined)? = word.pieces.last else {
      word.pieces.append(.text(text))
      return
    }
    // Taken out first, so that the text grows in place: a line of a million escapes is read in one pass.
    word.pieces.removeLast()
    joined += text
    word.pieces.append(.text(joined))
  }

  private mutating func skipBlanks() {
    while position < bytes.count, isBlank(bytes[position]) { position += 1 }
  }

  private var startsVariable: Bool {
    bytes[position] == UInt8(ascii: "$") && position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "{")
  }
}

/// Whether `byte` separates words.
func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
/// Whether `byte` opens or closes a quoted piece.
func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") }

/// Whether `byte` can stand in a name.
package func isNameByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
    true
  default: false
  }
}
