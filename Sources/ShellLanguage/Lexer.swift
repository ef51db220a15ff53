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
    try bytes.withUnsafeBufferPointer { (buffer) throws(ParseError) in
      var lexer = Lexer(bytes: buffer)
      return try lexer.run()
    }
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
    if let plain = plainWord() { return line.words.append(plain) }
    let start = position
    var word = Word(range: start..<start, startsBare: !isQuote(bytes[start]) && !startsVariable)
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

  /// Takes a word that is its ASCII bytes and nothing else, as nearly all are; `nil` leaves it to those who look closer.
  private mutating func plainWord() -> Word? {
    let start = position
    guard bytes[start] != UInt8(ascii: ">") else { return nil }
    var end = start
    while end < bytes.count, isPlainASCII(bytes[end]) { end += 1 }
    guard end > start, end == bytes.count || isBlank(bytes[end]) else { return nil }
    position = end
    let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
    return Word(text, range: start..<end, startsBare: true)
  }

  private mutating func bare(into word: inout Word) throws(ParseError) {
    var start = position
    while true {
      position = plainEnd(from: position)
      guard position < bytes.count, bytes[position] == UInt8(ascii: "$") else { break }
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

  /// Where the bytes from `start` on cease to mean nothing but themselves: at a blank, a quote, a `$` or the line's end.
  private func plainEnd(from start: Int) -> Int {
    var end = start
    while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "$"): return end
      default: end += 1
      }
    }
    return end
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
    word.append(text)
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
    word.append(variable: String(decoding: name, as: UTF8.self), at: start)
  }

  /// Adds raw bytes to a word, checked.
  private func add(_ range: Range<Int>, to word: inout Word) throws(ParseError) {
    guard !range.isEmpty else { return }
    if let text = ascii(range) { return word.append(text) }
    let slice = UnsafeBufferPointer(rebasing: bytes[range])
    if let nul = slice.firstIndex(of: 0) {
      throw ParseError(.nulByte, at: range.lowerBound + nul..<range.lowerBound + nul + 1)
    }
    guard let text = String(validating: slice, as: UTF8.self) else {
      throw ParseError(.invalidUTF8, at: range)
    }
    word.append(text)
  }

  /// Bytes as text if they are ASCII without NUL; these need no validation, which takes many times as long as all else here.
  private func ascii(_ range: Range<Int>) -> String? {
    for index in range where bytes[index] == 0 || bytes[index] >= 0x80 { return nil }
    return String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  private mutating func skipBlanks() {
    while position < bytes.count, isBlank(bytes[position]) { position += 1 }
  }

  private var startsVariable: Bool {
    bytes[position] == UInt8(ascii: "$") && position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "{")
  }
}

/// Whether `byte` is a visible ASCII character that means nothing but itself.
private func isPlainASCII(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "$"): false
  default: byte > 0x20 && byte < 0x7F
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
