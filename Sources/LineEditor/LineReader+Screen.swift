internal import CEdit
import Foundation
internal import Shell

extension LineReader {
  /// The line so far, and how many of its characters stand before the cursor.
  var line: (characters: [Int32], cursor: Int) {
    var (count, cursor): (Int32, Int32) = (0, 0)
    guard let start = cedit_line(edit, &count, &cursor) else { return ([], 0) }
    return (Array(UnsafeBufferPointer(start: start, count: Int(count))), Int(cursor))
  }

  /// Columns of the screen, as libedit counts them.
  var width: Int { Int(cedit_number(edit, "co")) }

  /// Writes text between what libedit draws.
  func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { cedit_write(edit, $0.baseAddress, $0.count) }
    }
  }

  /// Asks the terminal to mark pasted text, so that its line ends are not taken for Enter; or no longer to.
  func setPasteMode(_ isOn: Bool) {
    if !isPlain { write(isOn ? "\u{1B}[?2004h" : "\u{1B}[?2004l") }
  }

  /// Clears prompt and line away, takes news from the board if there is any, and draws them again below its notices.
  func redraw(with board: (snapshot: PromptBoard.Snapshot, notices: [String])? = nil) {
    write(isPlain ? "\n" : "\r" + up(place(before: line.cursor).row) + "\u{1B}[J")
    if let board { adopt(board) }
    cedit_refresh(edit)
  }

  /// Prints rows below the line and draws prompt and line again under them.
  func list(_ rows: [String]) {
    leaveLine()
    write(rows.map { $0 + "\n" }.joined())
    cedit_refresh(edit)
  }

  /// Moves to a fresh row below the line.
  func leaveLine(saying last: String = "") {
    let (characters, cursor) = line
    let (here, end) = (place(before: cursor), place(before: characters.count))
    if !isPlain { write(String(repeating: "\n", count: end.row - here.row) + "\u{1B}[\(end.column + 1)G") }
    write(last + "\n")
  }

  /// Takes the terminal back after the process was stopped, and draws the line again where the cursor is, below what
  /// the shell said of the job.
  func enterLine() {
    // Raw mode alone does nothing, because libedit believes that it has it.
    cedit_prepare(edit, 0)
    cedit_prepare(edit, 1)
    setPasteMode(true)
    write("\r")
    cedit_refresh(edit)
  }

  private func place(before count: Int) -> ScreenPlace {
    var place = ScreenPlace(width: width)
    place.move(over: characters(of: snapshot.prompt).dropLast())
    place.move(over: line.characters.prefix(count))
    return place
  }

  private func up(_ rows: Int) -> String {
    let rows = min(rows, Int(cedit_number(edit, "li")) - 1)
    return rows > 0 ? "\u{1B}[\(rows)A" : ""
  }
}
