internal import CEdit

/// Where libedit leaves the cursor after drawing text from the left edge, counted in its own way.
struct ScreenPlace: Equatable {
  /// Rows below the first.
  private(set) var row = 0
  /// Columns from the left edge.
  private(set) var column = 0
  private let width: Int

  /// The left edge of a screen `width` columns wide.
  init(width: Int) { self.width = max(width, 2) }

  /// Moves over `characters`.
  mutating func move(over characters: some Sequence<Int32>) {
    for character in characters { move(over: character) }
  }

  private mutating func move(over character: Int32) {
    switch character {
    case 10: newRow()
    case 9: advance(by: 8 - column % 8)
    default: advance(by: Self.columns(of: character), isWhole: cedit_width(character) >= 0)
    }
  }

  /// A wide character that does not fit moves to the next row whole; `^C` and `\U+DC80` are cut by the edge.
  private mutating func advance(by columns: Int, isWhole: Bool = false) {
    if isWhole && column + columns > width { newRow() }
    column += columns
    if column >= width {
      row += column / width
      column %= width
    }
  }

  private mutating func newRow() {
    row += 1
    column = 0
  }

  /// Columns that libedit gives a character: `^C` for a control, `\U+1234` for what it cannot show.
  static func columns(of character: Int32) -> Int {
    let width = cedit_width(character)
    if width >= 0 { return Int(width) }
    return character < 32 || character == 127 ? 2 : character > 0xFFFF ? 8 : 7
  }
}

/// Columns that a text takes on a row wide enough.
func columns(of text: some StringProtocol) -> Int {
  text.unicodeScalars.reduce(0) { $0 + ScreenPlace.columns(of: Int32($1.value)) }
}
