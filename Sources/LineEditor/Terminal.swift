import Foundation

/// The terminal an editor talks to: where keys come from, where the screen is, and what it can do.
package struct Terminal: Sendable {
  /// The descriptor keys are read from.
  package let input: Int32
  /// The descriptor the screen is written to.
  package let output: Int32
  /// Its type as `TERM` names it; `dumb` where nothing does.
  package let type: String
  /// Whether the prompt may be bold.
  package let isColoured: Bool
  /// Whether the process's signals are the editor's to catch. One editor in a process at most.
  package let ownsSignals: Bool

  /// A terminal on any two descriptors, which stay the caller's to close.
  package init(input: Int32, output: Int32, type: String, isColoured: Bool = false, ownsSignals: Bool = false) {
    self.input = input
    self.output = output
    self.type = type
    self.isColoured = isColoured
    self.ownsSignals = ownsSignals
  }

  /// The terminal of standard input and output, as `TERM` and `NO_COLOR` describe it.
  package static func standard(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> Terminal {
    let type = environment["TERM"].flatMap { $0.isEmpty ? nil : $0 } ?? "dumb"
    return Terminal(
      input: STDIN_FILENO, output: STDOUT_FILENO, type: type,
      isColoured: type != "dumb" && (environment["NO_COLOR"] ?? "").isEmpty, ownsSignals: true)
  }
}
