import ShellLanguage

/// Why a command failed, as it is told: the layer where facts have become words.
package struct CommandError: Error, Sendable, Equatable {
  /// What a script tests for: a Firebase code without `auth/`, or one of the shell's own.
  package var code: String
  /// What is wrong: lower case, no full stop, quotes what was typed.
  package var message: String
  /// What to type next.
  package var hint: String?
  /// How long to wait before trying again.
  package var retryAfter: Duration?
  /// How a batch run that ends here exits.
  package var exit: ExitCode

  package init(
    _ code: String, _ message: String, hint: String? = nil, retryAfter: Duration? = nil, exit: ExitCode = .commandFailed
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.retryAfter = retryAfter
    self.exit = exit
  }

  /// Wrong words after a command.
  package static func usage(_ message: String, hint: String? = nil) -> CommandError {
    CommandError("usage", message, hint: hint)
  }

  /// The failure as programs read it, one object on one line.
  package var json: String {
    var members: [String: JSONValue] = ["code": .string(code), "message": .string(presentable(message))]
    members["hint"] = .optional(hint)
    if let retryAfter { members["retryAfter"] = .string(formatDuration(retryAfter)) }
    return JSONValue.object(["v": 1, "error": .object(members)]).line
  }

  /// The message and, after a semicolon, what to type.
  package var text: String { hint.map { "\(message); \($0)" } ?? message }
}
