import ShellLanguage

/// One statement as read: its bytes, lines that were continued joined, and where each of them came from.
package struct Statement: Sendable, Equatable {
  /// The bytes, each `\` at a line's end left out.
  package private(set) var bytes: [UInt8]
  /// The number of the first line, from 1.
  package let firstLine: Int
  /// Where in `bytes` each further line starts.
  private var breaks: [Int] = []

  package init(_ bytes: [UInt8], line: Int) {
    self.bytes = bytes
    firstLine = line
  }

  /// The bytes as text, what is no UTF-8 replaced.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether its last line ends as one does that another may follow.
  var mayGoOn: Bool { bytes.last == UInt8(ascii: "\\") }

  /// Joins the next line.
  package mutating func add(_ line: [UInt8]) {
    bytes.removeLast()
    breaks.append(bytes.count)
    bytes += line
  }

  /// The line and column, both from 1, of a byte; columns count characters.
  package func position(of offset: Int) -> (line: Int, column: Int) {
    let index = breaks.lastIndex { $0 <= offset }
    let start = index.map { breaks[$0] } ?? 0
    let before = bytes[start..<min(max(offset, start), bytes.count)]
    return (firstLine + (index.map { $0 + 1 } ?? 0), String(decoding: before, as: UTF8.self).count + 1)
  }

  /// The source line around a byte, and carets below the bytes of `range`; of a statement with a secret only what may be seen.
  package func excerpt(_ range: Range<Int>, masked: (String) -> String) -> String {
    let start = breaks.last { $0 <= range.lowerBound } ?? 0
    let end = min(breaks.first { $0 > range.lowerBound } ?? bytes.count, start + 200)
    func shown(_ range: Range<Int>) -> String { levelled(String(decoding: bytes[range], as: UTF8.self)) }
    // The whole statement decides: on a line that was continued, nothing else tells a secret from a word.
    guard masked(text) == text else { return "  " + levelled(String(masked(text).prefix(200))) }
    let pad = String(repeating: " ", count: displayWidth(shown(start..<min(range.lowerBound, end))))
    let marked = displayWidth(shown(min(range.lowerBound, end)..<min(range.upperBound, end)))
    return "  \(shown(start..<end))\n  \(pad)\(String(repeating: "^", count: max(marked, 1)))"
  }
}
