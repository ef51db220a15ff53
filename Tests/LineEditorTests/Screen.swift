/// As much of a terminal as libedit uses with `TERM=xterm`: rows of cells, a cursor, and the sequences that move it.
struct Screen {
  private let columns: Int
  private var cells: [[Unicode.Scalar?]]
  private var (row, column) = (0, 0)
  private var mustWrap = false
  private var pending: [UInt8] = []
  private var escape: String?
  private var received: [UInt8] = []

  init(columns: Int, rows: Int) {
    self.columns = columns
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// The rows without blanks at their ends.
  var text: [String] {
    cells.map { row in
      var text = String(String.UnicodeScalarView(row.compactMap { $0 }))
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  func hasReceived(_ text: String) -> Bool { String(decoding: received, as: UTF8.self).contains(text) }

  mutating func take(_ bytes: ArraySlice<UInt8>) {
    received = (received + bytes).suffix(100_000)
    pending += bytes
    // A character cut in two waits for its rest.
    let whole = pending.lastIndex { $0 & 0xC0 != 0x80 }.map { start in
      let length = pending[start] < 0x80 ? 1 : pending[start] < 0xE0 ? 2 : pending[start] < 0xF0 ? 3 : 4
      return pending.count - start >= length ? pending.count : start
    }
    for scalar in String(decoding: pending[..<(whole ?? 0)], as: UTF8.self).unicodeScalars { take(scalar) }
    pending.removeFirst(whole ?? 0)
  }

  private mutating func take(_ scalar: Unicode.Scalar) {
    if let begun = escape {
      escape = begun + String(scalar)
      let isDone = begun.isEmpty ? scalar != "[" : ("@"..."~").contains(scalar)
      if isDone { obey() }
      return
    }
    switch scalar {
    case "\u{1B}": escape = ""
    case "\r": moveTo(column: 0)
    case "\n": newRow()
    case "\u{8}": moveTo(column: column - 1)
    case "\u{7}": break
    case "\t": moveTo(column: (column / 8 + 1) * 8)
    default: put(scalar)
    }
  }

  private mutating func moveTo(column: Int) {
    self.column = min(max(column, 0), columns - 1)
    mustWrap = false
  }

  private mutating func newRow() {
    mustWrap = false
    if row + 1 < cells.count { return row += 1 }
    cells.removeFirst()
    cells.append(Array(repeating: " ", count: columns))
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let isWide = (0x1100...0x115F).contains(scalar.value) || (0x2E80...0xFF60).contains(scalar.value)
    if mustWrap || (isWide && column + 1 >= columns) {
      newRow()
      column = 0
    }
    cells[row][column] = scalar
    if isWide { cells[row][column + 1] = .some(nil) ?? nil }
    let next = column + (isWide ? 2 : 1)
    if next >= columns { mustWrap = true }
    column = min(next, columns - 1)
  }

  private mutating func obey() {
    guard let sequence = escape else { return }
    escape = nil
    guard sequence.first == "[", let verb = sequence.last, !sequence.contains("?") else { return }
    let number = Int(sequence.dropFirst().dropLast().prefix { $0 != ";" })
    let count = number ?? 1
    switch verb {
    case "A": row = max(0, row - count); mustWrap = false
    case "B": row = min(cells.count - 1, row + count); mustWrap = false
    case "C": moveTo(column: column + count)
    case "D": moveTo(column: column - count)
    case "G": moveTo(column: count - 1)
    case "H": (row, column) = (0, 0)
    case "J": erase(row, from: column); for below in (row + 1)..<max(row + 1, cells.count) { erase(below, from: 0) }
    case "K": erase(row, from: column)
    case "P": shift(from: column, by: -count)
    case "@": shift(from: column, by: count)
    case "m": break
    default: put("?")
    }
  }

  private mutating func erase(_ row: Int, from column: Int) {
    for index in column..<columns { cells[row][index] = " " }
  }

  private mutating func shift(from column: Int, by count: Int) {
    let tail = Array(cells[row][column...])
    let blanks = [Unicode.Scalar?](repeating: " ", count: min(abs(count), tail.count))
    let moved = count > 0 ? blanks + tail : Array(tail.dropFirst(-count)) + blanks
    cells[row].replaceSubrange(column..., with: moved.prefix(tail.count))
  }
}
