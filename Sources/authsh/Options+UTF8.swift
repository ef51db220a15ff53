import Foundation

extension Options {
  /// The variables whose values authsh uses as they are; a replaced byte would name another folder or another password.
  private static let variables = [
    "AUTHSH_HOME", "AUTHSH_PASSWORD", "HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
  ]

  /// The arguments after the program's name. Throws ``OptionError`` for one that is not UTF-8, whose bytes `CommandLine` replaces.
  static func arguments() throws(OptionError) -> [String] {
    // `CommandLine` reads /proc. Without that there is not even a name, and authsh would run something else than asked.
    guard CommandLine.argc > 0 else { throw OptionError(message: "the command line cannot be read; mount /proc") }
    var arguments: [String] = []
    for index in 1..<max(Int(CommandLine.argc), 1) {
      guard let text = CommandLine.unsafeArgv[index].flatMap({ String(validatingCString: $0) }) else {
        throw OptionError(message: "argument \(index) is not UTF-8; write it in UTF-8")
      }
      arguments.append(text)
    }
    return arguments
  }

  /// The environment. Throws ``OptionError`` where a variable that authsh uses is not UTF-8.
  static func environment() throws(OptionError) -> [String: String] {
    for name in variables {
      if let value = getenv(name), String(validatingCString: value) == nil {
        throw OptionError(message: "\(name) is not UTF-8; set it to something that is")
      }
    }
    return ProcessInfo.processInfo.environment
  }
}
