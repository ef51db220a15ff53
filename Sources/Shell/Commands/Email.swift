import Accounts
import AuthApp
import ShellLanguage

/// `email verify [CODE]`: asks for a code, or spends one.
struct EmailVerify: Command {
  static let spec = CommandSpec(
    "email verify", roots: [.home], summary: "prove the e-mail address: ask for a code, or give it",
    discussion: """
      Without CODE the service sends one; 'server outbox' shows it here. The code of 'email change' is given here, too. \
      Codes are good for 3 days and once.
      """,
    parameters: [.positional("CODE", .secret, optional: true)],
    errors: Fails.inSession + [
      "invalid-action-code", "expired-action-code", "email-already-in-use", "no-such-provider",
    ])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    guard let code = call.value("CODE") else {
      try await shell.using { manager async throws(AppError) in try await manager.sendEmailVerification() }
      return Output(
        "sent a code to \(shell.userName); then: email verify CODE", json: ["sent": .string(shell.userName)])
    }
    let spent = try await shell.using { manager async throws(AppError) in try await manager.apply(code: Secret(code)) }
    let json: [String: JSONValue] = [
      "purpose": .string(spent.purpose.rawValue), "email": .string(spent.newEmail ?? spent.email),
      "signedOut": .bool(shell.app.manager.session == nil),
    ]
    guard let address = spent.newEmail else { return Output("\(spent.email) is verified", json: json) }
    return Output("the address is \(address) now; all sessions have ended; try: signin \(address)", json: json)
  }
}

/// `email change NEW`: sends a code to the new address.
struct EmailChange: Command {
  static let spec = CommandSpec(
    "email change", roots: [.home], summary: "move the account to another e-mail address",
    discussion: """
      The service sends a code to the new address; 'email verify CODE' makes the change and ends all sessions. Needs a \
      sign-in or 'reauth' within the last 5 minutes.
      """,
    parameters: [.positional("EMAIL", .email)],
    errors: Fails.inSession + ["invalid-email", "email-already-in-use", "requires-recent-login", "no-such-provider"])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let email = call["EMAIL"]
    try await shell.using(about: email) { manager async throws(AppError) in try await manager.sendEmailChange(to: email)
    }
    return Output("sent a code to \(email); then: email verify CODE", json: ["sent": .string(email)])
  }
}
