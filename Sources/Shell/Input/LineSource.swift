/// What a line source has for the interpreter.
package enum LineRead: Sendable, Equatable {
  /// One line as bytes, without its line end. Nothing has checked that they are UTF-8.
  case line([UInt8])
  /// There will be no more lines.
  case end
  /// Ctrl-C: what was typed so far is to be forgotten.
  case cancelled
  /// Reading failed; the operating system's words.
  case failed(String)
}

/// Where lines come from: the prompt, a file, standard input, `-c`.
///
/// Lines are pulled one at a time. A source that has a whole line in hand gives it from ``buffered()`` at once; only
/// when that has none does the interpreter suspend in ``next()``, which keeps a million-line script off the scheduler.
@MainActor
package protocol LineSource: AnyObject {
  /// The name for error positions, such as `login.authsh`; `nil` at the prompt.
  var name: String? { get }
  /// The next line if it is in memory already.
  func buffered() -> [UInt8]?
  /// The next line, or what came in its place.
  func next() async -> LineRead
}

/// Where a password comes from when nothing on the line gives it.
package protocol SecretAsking: Sendable {
  /// Shows `prompt` and reads a line without showing it. `nil` after Ctrl-C or Ctrl-D. Throws ``SecretUnavailable`` when
  /// there is no terminal to ask at.
  func ask(_ prompt: String) async throws(SecretUnavailable) -> String?
}

/// There is nobody to ask.
package struct SecretUnavailable: Error, Equatable {
  package init() {}
}
