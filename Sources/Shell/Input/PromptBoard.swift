import Foundation
package import ShellLanguage

/// What the main actor tells the editor's thread: the prompt, the commands to complete, and notices to print.
///
/// The two sides never wait for each other: the main actor publishes a snapshot, the editor takes it when it redraws.
package final class PromptBoard: Sendable {
  /// All that the editor shows of the app.
  package struct Snapshot: Sendable {
    /// The prompt as plain text, ending in a blank.
    package var prompt: String
    /// The commands that the active root offers.
    package var commands: [CommandSpec]

    package init(prompt: String = "authsh> ", commands: [CommandSpec] = []) {
      self.prompt = prompt
      self.commands = commands
    }
  }

  private struct State {
    var snapshot = Snapshot()
    var notices: [String] = []
    var onChange: (@Sendable () -> Void)?
  }

  private let lock = NSLock()
  // Guarded by `lock`.
  nonisolated(unsafe) private var state = State()

  package init() {}

  /// Replaces the snapshot and tells the editor to redraw.
  package func publish(_ snapshot: Snapshot) {
    change { $0.snapshot = snapshot }
  }

  /// Queues a line to be printed above the one being typed. It may hold several lines and no line end after the last.
  package func notice(_ text: String) {
    change { $0.notices.append(text) }
  }

  /// The snapshot, and the notices since the last call.
  package func take() -> (Snapshot, notices: [String]) {
    lock.withLock {
      defer { state.notices.removeAll() }
      return (state.snapshot, state.notices)
    }
  }

  /// Sets what is called, on any thread, after each change; it must return at once.
  package func onChange(_ action: (@Sendable () -> Void)?) {
    lock.withLock { state.onChange = action }
  }

  private func change(_ body: (inout State) -> Void) {
    let action = lock.withLock {
      body(&state)
      return state.onChange
    }
    action?()
  }
}
