import AuthApp
import Foundation
import ShellLanguage

extension Shell {
  /// Prints a command's result.
  func show(_ output: Output) {
    if isJSON {
      printer.line(JSONValue.object(output.json.merging(["v": 1]) { own, _ in own }).line)
    } else if !output.text.isEmpty {
      printer.line(output.text)
    }
  }

  /// Tells what went wrong: on standard error for a person, on standard output as JSON for a program.
  func report(_ outcome: Outcome, of statement: Statement, in source: any LineSource) {
    switch outcome {
    case .done: break
    case .failed(var error):
      error.message = masking.mask(error.message, about: statement.text)
      if isJSON { printer.line(error.json) }
      printer.error(place(source, statement, error: error) + presentable(error.text))
    case .notParsed(let error):
      let message = masking.mask(error.message, about: statement.text)
      let (line, column) = statement.position(of: error.range.lowerBound)
      let excerpt = statement.excerpt(error.range, masked: masking.mask)
      if isJSON { printer.line(CommandError("syntax", message).json) }
      let place = source.name.map { "\($0):\(line):\(column): error: " } ?? "authsh: "
      printer.error("\(place)\(presentable(message))\n\(excerpt)")
    }
  }

  /// The exit code an outcome asks for.
  func code(of outcome: Outcome) -> ExitCode {
    switch outcome {
    case .done: .success
    case .failed(let error): error.exit
    case .notParsed: .notParsed
    }
  }

  /// A command of another root is not unknown: it says which root has it and how to get there.
  func wrongRoot(_ spec: CommandSpec) -> CommandError {
    switch rootKind {
    case .home:
      return CommandError(
        "wrong-root", "'\(spec.name)' belongs to the login root; you are signed in as \(userName)", hint: "try: signout"
      )
    case .login:
      return CommandError(
        "wrong-root", "'\(spec.name)' belongs to the home root; nobody is signed in", hint: "try: signin EMAIL")
    case .splash:
      var error =
        app.manager.reason.map(CommandError.init)
        ?? CommandError("wrong-root", "it is not known yet who is signed in", hint: "try: restart")
      error.exit = .storeUnusable
      return error
    }
  }

  private func place(_ source: any LineSource, _ statement: Statement, error: CommandError) -> String {
    if let name = source.name { return "\(name):\(statement.firstLine):1: error: " }
    return commandName.map { "authsh: \($0): " } ?? "authsh: "
  }
}
