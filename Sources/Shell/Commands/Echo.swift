import ShellLanguage

/// `echo WORDS`: prints them.
struct Echo: Command {
  static let spec = CommandSpec(
    "echo", summary: "print words", parameters: [.positional("WORD", optional: true, repeated: true)])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let text = call.all("WORD").joined(separator: " ")
    // An empty echo still prints its line end.
    if text.isEmpty, !shell.isJSON { shell.printer.line("") }
    return Output(text, json: ["text": .string(text)])
  }
}
