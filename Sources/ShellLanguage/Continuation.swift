/// Tells whether a line goes on in the next one: its last byte is a `\` outside a comment and outside single quotes.
///
/// It keeps its place between lines, so that a statement of many lines is scanned once.
package struct Continuation: Sendable {
  private enum Place: Sendable { case bare, single, double, comment }

  private var place = Place.bare
  private var atWordStart = true

  package init() {}

  /// Takes the next line of the statement; whether another follows. The `\` that says so belongs to no word.
  package mutating func goesOn(after line: [UInt8]) -> Bool {
    guard line.last == UInt8(ascii: "\\") else { return false }
    var isEscaped = false
    for byte in line.dropLast() {
      step(byte, isEscaped: &isEscaped)
    }
    return !isEscaped && place != .comment && place != .single
  }

  private mutating func step(_ byte: UInt8, isEscaped: inout Bool) {
    switch place {
    case .comment: break
    case .single: if byte == UInt8(ascii: "'") { place = .bare }
    case .double:
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        place = .bare
      }
    case .bare:
      if byte == UInt8(ascii: "#"), atWordStart { place = .comment }
      if byte == UInt8(ascii: "'") { place = .single }
      if byte == UInt8(ascii: "\"") { place = .double }
      atWordStart = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
  }
}
