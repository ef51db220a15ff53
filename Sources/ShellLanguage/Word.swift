/// One word of a line: pieces that stand together without a blank.
package struct Word: Sendable, Equatable {
  /// A part of a word.
  package enum Piece: Sendable, Equatable {
    /// Text as it is.
    case text(String)
    /// The value of a variable, written `${name}`; `offset` is where its `$` stands.
    case variable(String, offset: Int)
  }

  /// Its text, if no variable is in it; nearly all words are kept as such, without an array.
  package private(set) var literal: String?
  // What it is made of, once a variable is in it.
  private var parts: [Piece] = []
  /// Where it stands in its line, in bytes.
  package var range: Range<Int>
  /// Whether it starts bare, that is, neither with a quote nor with a variable. Only such a word can be an option.
  package var startsBare: Bool

  /// A word of text.
  package init(_ text: String = "", range: Range<Int>, startsBare: Bool) {
    literal = text
    self.range = range
    self.startsBare = startsBare
  }

  /// What it is made of, in order; empty for `""`.
  package var pieces: [Piece] { literal.map { $0.isEmpty ? [] : [.text($0)] } ?? parts }

  /// Adds text, joined to text that stands before it.
  ///
  /// That is taken out first, so that it grows in place: a line of a million escapes is read in one pass.
  mutating func append(_ text: String) {
    if var joined = literal {
      literal = ""
      joined += text
      literal = joined
    } else if case .text(var joined)? = parts.last {
      parts.removeLast()
      joined += text
      parts.append(.text(joined))
    } else {
      parts.append(.text(text))
    }
  }

  /// Adds a variable whose `$` stands at `offset`.
  mutating func append(variable name: String, at offset: Int) {
    if let literal, !literal.isEmpty { parts.append(.text(literal)) }
    literal = nil
    parts.append(.variable(name, offset: offset))
  }
}

/// A line taken apart.
package struct LexedLine: Sendable, Equatable {
  /// Its words; none for a blank line or a comment.
  package var words: [Word] = []
  /// Where its comment starts, if it has one.
  package var comment: Int?
  /// Where a bare `>` stands alone, if one does. It is never a word.
  package var redirect: Int?

  package init() {}
}
