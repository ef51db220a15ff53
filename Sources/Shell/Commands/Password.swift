import Accounts
import AuthApp
import ShellLanguage

/// `password change`: a new password for whoever is signed in.
struct PasswordChange: Command {
  static let spec = CommandSpec(
    "password change", roots: [.home], summary: "change the password; all other sessions end",
    discussion: "Needs a sign-in or 'reauth' within the last 5 minutes.\n" + SecretSources.discussion,
    parameters: SecretSources.parameters,
    errors: Fails.inSession + Fails.takingPassword + ["weak-password", "requires-recent-login", "no-such-provider"])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let password = try await shell.password(for: call, prompt: "New password: ", isNew: true)
    let account = try await shell.using { manager async throws(AppError) in
      try await manager.changePassword(to: Secret(password))
    }
    return .user(account, "the password is changed; all other sessions have ended")
  }
}

/// `password reset EMAIL`: sends a code to whoever forgot the password.
struct PasswordReset: Command {
  static let spec = CommandSpec(
    "password reset", roots: [.login], summary: "ask for a code that allows a new password",
    discussion:
      "Whether the address has an account is not said. 'server outbox' shows the code, which is good for an hour.",
    parameters: [.positional("EMAIL", .email)], errors: Fails.asking + ["invalid-email"])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let email = call["EMAIL"]
    try await shell.using(about: email) { manager async throws(AppError) in
      try await manager.sendPasswordReset(email: email)
    }
    return Output(
      "if \(email) has an account, a code is on its way; then: password confirm CODE", json: ["sent": .string(email)])
  }
}

/// `password confirm CODE`: spends a code for a new password.
struct PasswordConfirm: Command {
  static let spec = CommandSpec(
    "password confirm", roots: [.login], summary: "set a new password with a code from the mail",
    discussion: SecretSources.discussion, parameters: [.positional("CODE", .secret)] + SecretSources.parameters,
    errors: Fails.asking + Fails.takingPassword + [
      "invalid-action-code", "expired-action-code", "user-disabled", "weak-password",
    ])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let code = Secret(call["CODE"])
    // Looked at before a question is asked, so that nobody types a password for nothing.
    let found = try await shell.using { manager async throws(AppError) in try await manager.check(code: code) }
    guard found.purpose == .resetPassword else { throw CommandError(AuthError.invalidActionCode) }
    let password = try await shell.password(for: call, prompt: "New password for \(found.email): ", isNew: true)
    _ = try await shell.using(about: found.email) { manager async throws(AppError) in
      try await manager.resetPassword(code: code, to: Secret(password))
    }
    return Output(
      "the password of \(found.email) is set; try: signin \(found.email)", json: ["email": .string(found.email)])
  }
}

/// `reauth`: proves once more who is typing.
struct Reauth: Command {
  static let spec = CommandSpec(
    "reauth", roots: [.home], summary: "prove once more who you are, with the password",
    discussion: """
      'delete', 'email change' and 'password change' ask for it when the last sign-in is more than 5 minutes ago.
      """ + "\n" + SecretSources.discussion,
    parameters: SecretSources.parameters,
    errors: Fails.inSession + Fails.takingPassword + ["invalid-credential", "too-many-requests", "no-such-provider"])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let password = try await shell.password(for: call, prompt: "Password for \(shell.userName): ", isNew: false)
    do {
      let account = try await shell.app.manager.reauthenticate(password: Secret(password))
      return .user(account, "confirmed: \(shell.userName)")
    } catch AppError.auth(.invalidCredential) {
      throw CommandError("invalid-credential", "wrong password", hint: "try again: reauth")
    } catch {
      throw CommandError(error, email: shell.app.manager.currentUser?.email)
    }
  }
}
