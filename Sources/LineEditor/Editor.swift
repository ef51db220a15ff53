import Foundation
package import Shell

/// The interactive prompt: lines edited by a person at a terminal.
///
/// Editing happens on a thread of its own, which is given one turn per prompt; the main actor never waits for a key.
/// The prompt, the commands to complete and the notices above the line come from the `PromptBoard`, also while a line
/// is half typed. Between turns the terminal is as the user left it, and Ctrl-C calls `onInterrupt`.
@MainActor
package final class Editor: LineSource {
  private let setup: LineReader.Setup?
  private let ended = DispatchSemaphore(value: 0)

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - board: What the prompt shows.
  ///   - terminal: Where the person is.
  ///   - keeper: Puts the terminal back when the program has to go.
  ///   - historyLine: Gives a line as history may keep it, with secrets masked, or `nil` to keep it out. Called on the
  ///     editor's thread.
  ///   - onInterrupt: Called on the editor's thread when SIGINT arrives while no line is being edited.
  package init(
    board: PromptBoard, terminal: Terminal = .standard(), keeper: TerminalKeeper = TerminalKeeper(),
    historyLine: @escaping @Sendable (String) -> String?, onInterrupt: (@Sendable () -> Void)? = nil
  ) {
    guard let pipe = WakePipe() else {
      setup = nil
      return
    }
    let setup = LineReader.Setup(
      terminal: terminal, board: board, keeper: keeper, desk: TurnDesk(), pipe: pipe, historyLine: historyLine)
    self.setup = setup
    board.onChange { pipe.wake() }
    let thread = Thread { [ended] in
      EditorLoop.run(setup, onInterrupt: onInterrupt)
      ended.signal()
    }
    thread.name = "line editor"
    thread.start()
  }

  deinit { close() }

  /// The prompt has no name.
  package var name: String? { nil }

  /// The next line of a paste that held several and was entered as one.
  package func buffered() -> [UInt8]? { setup?.desk.nextLine() }

  /// Draws the prompt and waits for a line. ``LineRead/end`` on Ctrl-D, when the terminal is gone and after ``close()``.
  package func next() async -> LineRead {
    guard let setup else { return .failed(String(cString: strerror(EMFILE))) }
    if let line = buffered() { return .line(line) }
    return await withCheckedContinuation { turn in
      setup.desk.ask(turn)
      setup.pipe.wake()
    }
  }

  /// Ends the thread and puts the terminal back; a turn under way ends. Waits at most a second, for a terminal that
  /// takes no output. Safe from any thread and as often as one likes.
  nonisolated package func close() {
    guard let setup, !setup.desk.isClosed else { return }
    setup.board.onChange(nil)
    setup.desk.close()
    setup.pipe.wake()
    _ = ended.wait(timeout: .now() + 1)
    setup.keeper.restore()
  }
}
