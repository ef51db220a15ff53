internal import CEdit
import Foundation
internal import Shell

/// One libedit and all that is done with it. It lives on the editor's thread and is touched nowhere else.
final class LineReader {
  /// What the editor was made with.
  struct Setup: Sendable {
    let terminal: Terminal
    let board: PromptBoard
    let keeper: TerminalKeeper
    let desk: TurnDesk
    let pipe: WakePipe
    let historyLine: @Sendable (String) -> String?
  }

  let setup: Setup
  let edit: OpaquePointer
  /// The prompt as libedit draws it, ending in zero.
  private(set) var promptCharacters: UnsafeMutablePointer<Int32>
  /// What the prompt shows.
  var snapshot = PromptBoard.Snapshot(prompt: "", commands: [])
  /// The text before the cursor when TAB last found several words; TAB again lists them.
  var ambiguous: String?
  /// Whether the keys are pasted text.
  var isPasting = false
  private let history: OpaquePointer?
  private var decoder = KeyDecoder()
  private var keys: ArraySlice<Int32> = []
  private var isCancelled = false

  /// `nil` when there is no memory for it.
  init?(_ setup: Setup) {
    guard let edit = cedit_open("authsh", setup.terminal.type, setup.terminal.input, setup.terminal.output) else {
      return nil
    }
    self.setup = setup
    self.edit = edit
    history = cedit_history(edit, 10_000)
    promptCharacters = .allocate(capacity: 1)
    promptCharacters.initialize(to: 0)
    cedit_set_data(edit, Unmanaged.passUnretained(self).toOpaque())
    cedit_set_prompt(edit, showPrompt, 1)
    cedit_set_reader(edit, readKey)
    // While a line is edited Ctrl-C, Ctrl-Z and Ctrl-S are keys like others; signals come from outside only. Enter sends
    // CR, so that a pasted CR LF is one line end.
    for flag in ["-isig", "-ixon", "-icrnl", "-inlcr"] { _ = cedit_set_tty(edit, "-d", flag) }
    KeyBindings.install(in: edit)
  }

  deinit {
    cedit_close(edit)
    if let history { cedit_forget(history) }
    promptCharacters.deallocate()
  }

  /// Whether the terminal cannot move its cursor: then everything is drawn on fresh rows.
  var isPlain: Bool { setup.terminal.type == "dumb" || cedit_has(edit, "up") == 0 }

  /// One turn: draws the prompt and edits until the line is complete, cancelled or at its end.
  func takeTurn() {
    isCancelled = false
    ambiguous = nil
    setup.keeper.save(setup.terminal.input)
    adopt(setup.board.take())
    // Before the prompt is seen, so that nothing typed at it is taken for a signal or shown twice.
    cedit_prepare(edit, 1)
    setPasteMode(true)
    var count: Int32 = 0
    let line = cedit_read(edit, &count).map { Array(UnsafeBufferPointer(start: $0, count: max(Int(count), 0))) }
    setPasteMode(false)
    setup.keeper.restore(setup.terminal.input)
    answer(line ?? [])
  }

  private func answer(_ line: [Int32]) {
    // A cancelled empty line looks like the end of input, so it is asked first.
    if isCancelled { return setup.desk.answer(.cancelled) }
    guard line.last == 10 else { return setup.desk.answer(.end) }
    let lines = line.dropLast().split(separator: 10, omittingEmptySubsequences: false)
    lines.forEach(remember)
    let read = lines.map { bytes(of: $0) }
    setup.desk.answer(.line(read[0]), rest: read.dropFirst())
  }

  private func remember(_ line: ArraySlice<Int32>) {
    guard let history, let valid = String(validating: bytes(of: line), as: UTF8.self),
      let kept = setup.historyLine(valid), !kept.isEmpty
    else { return }
    cedit_remember(history, characters(of: kept))
  }

  /// Forgets the line: libedit ends it as if complete, and the turn sees the mark.
  func cancel() -> EditResult {
    isCancelled = true
    leaveLine(saying: "^C")
    return .newline
  }

  /// The next character; `nil` when there will be none.
  func nextKey() -> Int32? {
    while true {
      if let key = keys.popFirst() { return key }
      if setup.desk.isClosed { return nil }
      switch setup.pipe.wait(input: setup.terminal.input) {
      case .keys:
        guard let bytes = readBytes() else { return nil }
        keys = bytes.flatMap { decoder.take($0) }[...]
      case .wake(let causes):
        if causes.contains(UInt8(SIGINT)) { return 3 }
        wake(causes)
      case nil: continue
      }
    }
  }

  /// One byte at a time, because what was typed after Enter belongs to whoever reads the terminal next; but a paste,
  /// which Enter follows later, as fast as it comes.
  private func readBytes() -> ArraySlice<UInt8>? {
    var bytes = [UInt8](repeating: 0, count: isPasting ? 4096 : 1)
    var count: Int
    repeat { count = read(setup.terminal.input, &bytes, bytes.count) } while count < 0 && errno == EINTR
    return count > 0 ? bytes[..<count] : nil
  }

  /// Does what the wake-ups ask for while a line is edited.
  func wake(_ causes: Set<UInt8>) {
    if causes.contains(UInt8(SIGCONT)) { enterLine() }
    if causes.contains(UInt8(SIGWINCH)) {
      el_resize(edit)
      redraw()
    }
    refreshFromBoard()
  }

  private func refreshFromBoard() {
    let (next, notices) = setup.board.take()
    let isStale = next.prompt != snapshot.prompt
    guard isStale || !notices.isEmpty else { return snapshot = next }
    redraw(with: (next, notices))
  }

  /// Takes what the board shows; the caller draws it.
  func adopt(_ board: (snapshot: PromptBoard.Snapshot, notices: [String])) {
    if !board.notices.isEmpty { write(board.notices.map { $0 + "\n" }.joined()) }
    snapshot = board.snapshot
    let drawn = characters(of: setup.terminal.isColoured ? bold(snapshot.prompt) : snapshot.prompt)
    promptCharacters.deallocate()
    promptCharacters = .allocate(capacity: drawn.count)
    promptCharacters.initialize(from: drawn, count: drawn.count)
  }

  /// The marker may not come last, so the closing blank stays outside.
  private func bold(_ prompt: String) -> String {
    "\u{1}\u{1B}[1m\u{1}\(prompt.dropLast())\u{1}\u{1B}[0m\u{1}\(prompt.suffix(1))"
  }
}
