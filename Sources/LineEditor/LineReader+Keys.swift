internal import CEdit
import Foundation
internal import Shell

extension LineReader {
  /// Stops the process group, as the terminal does outside a turn, and takes the terminal back afterwards.
  func suspend() -> EditResult {
    guard setup.terminal.ownsSignals else { return .failed }
    leaveLine()
    setPasteMode(false)
    cedit_prepare(edit, 0)
    kill(0, SIGTSTP)
    // The stop may come a moment after the call, and never where no shell could continue us; so wait for SIGCONT a while.
    let arrival = setup.pipe.wait(input: -1, timeout: 200)
    if case .wake(let causes) = arrival { wake(causes.union([UInt8(SIGCONT)])) } else { enterLine() }
    return .done
  }

  /// Deletes what a reader sees as one character, be it several scalars.
  func backspace() -> EditResult {
    let (characters, cursor) = line
    // More scalars than a character can sensibly have.
    let before = text(of: characters[..<cursor].suffix(64))
    guard let last = before.last else { return .failed }
    el_deletestr(edit, Int32(last.unicodeScalars.count))
    return .refresh
  }

  /// Inserts pasted text as one piece: it runs nothing and completes nothing.
  ///
  /// Its line ends stay in the line; after Enter each line of it runs in turn. Other control characters are left out,
  /// and so is a line end at its end.
  func paste() -> EditResult {
    isPasting = true
    defer { isPasting = false }
    var pasted: [Int32] = []
    while pasted.last != Self.pasteEnd.last || !pasted.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) {
      guard let key = nextKey() else { return .end }
      if key == 3 { return cancel() }
      pasted.append(key)
    }
    pasted.removeLast(Self.pasteEnd.count)
    return insert(Self.cleaned(pasted)) ? .refresh : .failed
  }

  private static let pasteEnd = "\u{1B}[201~".unicodeScalars.map { Int32($0.value) }

  /// CR and CR LF become LF.
  private static func cleaned(_ pasted: [Int32]) -> [Int32] {
    var clean: [Int32] = []
    var previous: Int32 = 0
    for key in pasted {
      if key == 13 || (key == 10 && previous != 13) { clean.append(10) }
      if key == 9 || (key >= 32 && key != 127) { clean.append(key) }
      previous = key
    }
    while clean.last == 10 { clean.removeLast() }
    return clean
  }

  private func insert(_ characters: [Int32]) -> Bool {
    cedit_insert(edit, characters + [0]) == 0
  }

  /// Completes the word before the cursor as far as it is certain; once more lists what it could be.
  func complete() -> EditResult {
    let (characters, cursor) = line
    let typed = text(of: characters[..<cursor])
    let completion = Completer(commands: snapshot.commands).completion(of: typed)
    if let addition = completion.addition {
      ambiguous = typed + addition
      return insert(addition.unicodeScalars.map { Int32($0.value) }) ? .refresh : .failed
    }
    guard !completion.candidates.isEmpty, ambiguous == typed else {
      ambiguous = typed
      return .failed
    }
    list(CompletionMenu(completion.candidates, width: width).rows)
    return .done
  }
}
