import AuthApp
import ShellLanguage

/// `restart`: boots the app again on the same files, as a new process would.
struct Restart: Command {
  static let spec = CommandSpec(
    "restart", summary: "boot the app again on the same files",
    discussion: "A new AppController, the same plist: what 'quit' and a new start would do. Settings take effect here.",
    errors: ["restore-timeout"])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let state = await shell.restart()
    let reason = shell.app.manager.reason.map(CommandError.init)
    if state == .unknown {
      throw reason ?? CommandError("restore-timeout", "no verdict", exit: .storeUnusable)
    }
    let told = reason.map { "; \($0.text)" } ?? ""
    return Output(
      shell.whereItStands + told,
      json: ["root": .string(shell.app.root.name), "state": .string(state.name), "reason": .optional(reason?.code)])
  }
}

extension Shell {
  /// Who is signed in, in a few words.
  package var whereItStands: String {
    switch app.manager.state {
    case .unknown: "not known who is signed in"
    case .signedOut: "signed out"
    case .signedIn(_, isVerified: true): "signed in as \(userName)"
    case .signedIn(_, isVerified: false): "signed in as \(userName), not verified"
    }
  }
}
