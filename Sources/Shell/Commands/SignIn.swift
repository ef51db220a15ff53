import Accounts
import AuthApp
import ShellLanguage

/// `signin EMAIL`: proves who is typing and opens the home root.
struct SignIn: Command {
  static let spec = CommandSpec(
    "signin", roots: [.login], summary: "sign in with an e-mail address and a password, or anonymously",
    discussion: SecretSources.discussion,
    parameters: [
      .positional("EMAIL", .email, optional: true),
      .flag("anonymous", help: "sign in without an address: the service makes a fresh account"),
    ] + SecretSources.parameters,
    errors: Fails.asking + Fails.takingPassword + [
      "invalid-email", "invalid-credential", "user-disabled", "too-many-requests",
    ])

  /// Runs the login use case; the bus, not this command, swaps the root.
  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let email = call.value("EMAIL")
    let credential = try await credential(for: email, call, in: shell)
    do {
      let user = try await shell.app.manager.login(credential)
      return .user(user, "signed in as \(shell.userName)")
    } catch {
      throw CommandError(error, email: email)
    }
  }

  private func credential(for email: String?, _ call: Call, in shell: Shell) async throws(CommandError) -> Credential {
    if call.has("anonymous") {
      guard email == nil else { throw .usage("--anonymous takes no EMAIL", hint: "write: signin --anonymous") }
      return .anonymous
    }
    guard let email else {
      throw .usage("EMAIL is missing", hint: "write: signin you@example.com, or: signin --anonymous")
    }
    do { _ = try AccountRules.canonicalEmail(email) } catch { throw CommandError(error, key: email) }
    let password = try await shell.password(for: call, prompt: "Password for \(email): ", isNew: false)
    return .password(email: email, Secret(password))
  }
}
