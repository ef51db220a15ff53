/// One word of a line: pieces that stand together without a blank.
package struct Word: Sendable, Equatable {
  /// A part of a word.
  package enum Piece: Sendable, Equatable {
    /// Text as it is.
    case text(String)
    /// The value of a variable, written `${name}`; `offset` is where its `$` stands.
    case variable(String, offset: Int)
  }

  /// What it is made of, in order; empty for `""`.
  package var pieces: [Piece]
  /// Where it stands in its line, in bytes.
  package var range: Range<Int>
  /// Whether it starts bare, that is, neither with a quote nor with a variable. Only such a word can be an option.
  package var startsBare: Bool

  package init(pieces: [Piece], range: Range<Int>, startsBare: Bool) {
    self.pieces = pieces
    self.range = range
    self.startsBare = startsBare
  }

  /// Its text, if no variable is in it.
  package var literal: String? {
    switch pieces.count {
    case 0: return ""
    case 1:
      guard case .text(let text) = pieces[0] else { return nil }
      return text
    default: return nil
    }
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
