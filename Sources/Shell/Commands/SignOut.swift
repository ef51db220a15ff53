import Accounts
import AuthApp
import ShellLanguage

/// `signout`: forgets the session here, then ends it at the service.
struct SignOut: Command {
  static let spec = CommandSpec(
    "signout", summary: "sign out here",
    discussion: "It works without the service: the session is ended there when it can be reached.",
    parameters: [
      .flag("everywhere", help: "end all sessions of the account; needs the service"),
      .flag("if-signed-in", help: "say nothing when nobody is signed in"),
    ], errors: Fails.inSession + ["no-current-user"])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let wasSignedIn = shell.app.manager.session != nil
    do {
      if call.has("everywhere") {
        try await shell.app.manager.logoutEverywhere()
      } else {
        try await shell.app.manager.logout()
      }
    } catch AppError.auth(.noCurrentUser) where call.has("if-signed-in") {
      return Output("", json: ["signedOut": false])
    } catch {
      throw CommandError(error)
    }
    return Output(
      call.has("everywhere") ? "signed out everywhere" : "signed out", json: ["signedOut": .bool(wasSignedIn)])
  }
}
