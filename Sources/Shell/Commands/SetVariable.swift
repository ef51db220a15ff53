import AuthApp
import ShellLanguage

/// `set` alone: lists what is set. `set NAME = value` is a statement, which the interpreter runs without coming here.
struct SetVariable: Command {
  static let spec = CommandSpec(
    "set", summary: "set a variable, or list them",
    discussion: """
      Write 'set name = value' and use it as ${name}. A value with blanks is quoted. ${env.X} is an environment variable,
      ${run.id} differs in each run. Settings are variables whose names start with 'authsh.'; they count from 'restart' on:
      """ + "\n" + Setting.all.map { "  \($0.name) = \($0.values.joined(separator: "|"))" }.joined(separator: "\n"),
    parameters: [.positional("NAME=VALUE", optional: true, repeated: true)])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let settings = Setting.all.map { (name: $0.name, value: $0.read(shell.app.settings)) }
    let all = settings + shell.variables.all
    let text = all.map { "\($0.name) = \($0.value)" }.joined(separator: "\n")
    let members = Dictionary(all.map { ($0.name, JSONValue.string($0.value)) }) { _, last in last }
    return Output(text, json: ["variables": .object(members)])
  }
}
