import Foundation
import Shell
import ShellLanguage

/// What the command line asks for.
struct Options {
  /// Where the statements come from.
  enum Input: Equatable {
    /// The terminal, or the script on standard input where there is none.
    case standard
    /// `-`: standard input, also when it is a terminal.
    case standardInput
    case commands([String])
    case files([String])

    /// Whether the run may have to wait for somebody to go on.
    var mayWait: Bool {
      switch self {
      case .standard, .standardInput: true
      case .commands, .files: false
      }
    }
  }

  /// Something to print instead of running.
  enum Page: Equatable {
    case help, version
    case paths(String)

    var text: String {
      switch self {
      case .help: Options.usage
      case .version: "authsh \(authshVersion)"
      case .paths(let text): text
      }
    }
  }

  var input = Input.standard
  var homeDirectory: String?
  var isEphemeral = false
  var isJSON = false
  var keepsGoing = false
  var trace: String?
  var seed: UInt64?
  var page: Page?

  static let usage = """
    authsh \(authshVersion) - a shell for accounts

    usage: authsh [OPTIONS]                 the interactive shell, or the script on standard input
           authsh [OPTIONS] FILE…           run script files
           authsh [OPTIONS] -               run the script on standard input
           authsh [OPTIONS] -c COMMAND …    run commands

    options:
      --home DIR      keep all files under DIR (or set AUTHSH_HOME)
      --ephemeral     use a home that is thrown away at the end
      --json          results as JSON, one object per command
      --keep-going    go on after a failure; the exit code still tells of it
      --trace FILE    write every event to FILE as JSON lines while it happens ('-' for standard error)
      --seed N        repeat a run: the same ids and codes
      --paths         print every file that authsh owns
      --version, --help

    exit codes: 0 good, 2 wrong options, 3 a statement did not parse, 4 a command failed, 7 a store or file is unusable,
    129 terminal gone, 130 Ctrl-C, 141 the reader of the output went away, 143 TERM
    """
}

/// The version that `--version` prints.
let authshVersion = "0.1.0"

/// Wrong words on the command line.
struct OptionError: Error {
  var message: String
}

extension Options {
  private static let known = [
    "--home", "--ephemeral", "--json", "--keep-going", "--trace", "--seed", "--paths", "--version", "--help",
  ]

  /// Reads the arguments, without the program's name. Throws ``OptionError``, or what is wrong with the home.
  static func parse(_ arguments: [String], environment: [String: String]) throws -> Options {
    var options = Options()
    var reader = ArgumentReader(arguments)
    var files: [String] = []
    var commands: [String] = []
    var wantsPaths = false
    while let argument = reader.next() {
      switch argument {
      case "--home": options.homeDirectory = try reader.value(of: argument)
      case "--ephemeral": options.isEphemeral = true
      case "--json": options.isJSON = true
      case "--keep-going": options.keepsGoing = true
      case "--trace": options.trace = try reader.value(of: argument)
      case "--seed": options.seed = try reader.number(of: argument)
      case "--paths": wantsPaths = true
      case "--version": options.page = .version
      case "--help", "-h": options.page = .help
      case "-c": commands.append(try reader.value(of: argument))
      case "--": files += reader.rest()
      case "-": files.append(argument)
      case _ where argument.hasPrefix("-"): throw unknown(argument)
      default: files.append(argument)
      }
    }
    try options.choose(files: files, commands: commands)
    if wantsPaths { options.page = .paths(try paths(options, environment)) }
    return options
  }

  private mutating func choose(files: [String], commands: [String]) throws {
    if isEphemeral, homeDirectory != nil {
      throw OptionError(message: "--ephemeral and --home exclude each other; keep one")
    }
    if !files.isEmpty, !commands.isEmpty { throw OptionError(message: "-c and files exclude each other; keep one") }
    if files.count > 1, files.contains("-") { throw OptionError(message: "'-' stands alone; run the files one by one") }
    if files == ["-"] {
      input = .standardInput
    } else if !files.isEmpty {
      input = .files(files)
    } else if !commands.isEmpty {
      input = .commands(commands)
    }
  }

  private static func unknown(_ argument: String) -> OptionError {
    let name = String(argument.prefix { $0 != "=" })
    let near = nearest(to: name, among: known).map { "did you mean \($0)?" }
    return OptionError(message: "unknown option '\(name)'; \(near ?? "'authsh --help' lists them")")
  }
}

/// Walks arguments; `--name=value` is taken apart.
private struct ArgumentReader {
  private var waiting: ArraySlice<String>
  private var attached: String?

  init(_ arguments: [String]) { waiting = arguments[...] }

  mutating func next() -> String? {
    guard let argument = waiting.popFirst() else { return nil }
    guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else { return argument }
    waiting.insert(String(argument[argument.index(after: equals)...]), at: waiting.startIndex)
    return String(argument[..<equals])
  }

  mutating func value(of option: String) throws -> String {
    guard let value = waiting.popFirst() else {
      throw OptionError(message: "\(option) needs a value; 'authsh --help' shows it")
    }
    return value
  }

  mutating func number(of option: String) throws -> UInt64 {
    let text = try value(of: option)
    guard let number = UInt64(text) else {
      throw OptionError(message: "'\(text)' is no number for \(option); write one such as 42")
    }
    return number
  }

  mutating func rest() -> [String] {
    defer { waiting = [] }
    return Array(waiting)
  }
}
