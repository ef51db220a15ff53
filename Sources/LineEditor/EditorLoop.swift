internal import CEdit
import Foundation
internal import Shell

/// The life of the editor's thread.
enum EditorLoop {
  private static let signals = [SIGINT, SIGWINCH, SIGCONT]

  /// Serves turns until the desk is closed.
  static func run(_ setup: LineReader.Setup, onInterrupt: (@Sendable () -> Void)?) {
    cedit_use_utf8()
    if setup.terminal.ownsSignals { signals.forEach { _ = cedit_catch($0, setup.pipe.writer) } }
    defer { if setup.terminal.ownsSignals { signals.forEach(cedit_uncatch) } }
    let reader = LineReader(setup)
    while !setup.desk.isClosed {
      if setup.desk.hasTurn {
        reader.map { $0.takeTurn() } ?? setup.desk.answer(.failed(String(cString: strerror(ENOMEM))))
      } else if case .wake(let causes) = setup.pipe.wait(input: -1), causes.contains(UInt8(SIGINT)) {
        setup.desk.dropLines()
        onInterrupt?()
      }
    }
    setup.desk.answer(.end)
  }
}
