import ShellLanguage

/// `quit [N]`: leaves; the session stays for the next start.
struct Quit: Command {
  static let spec = CommandSpec(
    "quit", summary: "leave; who is signed in stays signed in",
    discussion: "N becomes the exit code, 0 unless told.", parameters: [.positional("N", .number, optional: true)])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let code = call.number("N") ?? 0
    guard code <= 255 else { throw .usage("\(code) is no exit code", hint: "use 0 to 255") }
    shell.quitCode = call.value("N") == nil ? nil : Int32(code)
    shell.isLeaving = true
    return Output("", json: [:])
  }
}
