import Accounts
import AuthApp
import ShellLanguage

/// `signup EMAIL`: makes an account; whoever signs up is signed in.
struct SignUp: Command {
  static let spec = CommandSpec(
    "signup", roots: [.login], summary: "make an account with an e-mail address and a password",
    discussion: SecretSources.discussion,
    parameters: [
      .positional("EMAIL", .email), .option("username", help: "for the profile; the address's local part unless told"),
      .option("name", help: "for the profile; the address's local part unless told"),
    ] + SecretSources.parameters, errors: Fails.making + Fails.takingPassword + Fails.asking)

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let email = call["EMAIL"]
    // Checked before a question is asked, so that nobody types a password for nothing.
    do { _ = try AccountRules.canonicalEmail(email) } catch { throw CommandError(error, key: email) }
    let password = try await shell.password(for: call, prompt: "Password for \(email): ", isNew: true)
    let manager = shell.app.manager
    let screen = SignupViewModel { (email, password, name, username) async throws(AppError) in
      try await manager.createUser(
        email: email, password: password, username: username.isEmpty ? nil : username, name: name.isEmpty ? nil : name)
    }
    (screen.email, screen.password) = (email, Secret(password))
    (screen.name, screen.username) = (call.value("name") ?? "", call.value("username") ?? "")
    do {
      let user = try await screen.submit()
      var output = Output.user(user, "signed up and signed in as \(shell.userName)")
      output.json["profile"] = .string(shell.app.manager.profile.name)
      if case .failed(let error) = shell.app.manager.profile {
        output.text += "\nthe profile could not be saved: \(CommandError(error).message); try: profile set name NAME"
      }
      return output
    } catch {
      throw CommandError(error, email: email)
    }
  }
}

extension Output {
  /// What a command that ends with somebody signed in prints.
  static func user(_ account: Account, _ text: String) -> Output {
    Output(text, json: ["user": account.json])
  }
}
