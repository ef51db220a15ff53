import Accounts
import Foundation
import ShellLanguage

/// `server create EMAIL`: makes an account as the operator.
struct ServerCreate: Command {
  static let spec = CommandSpec(
    "server create", summary: "as the operator: make an account, without signing in",
    discussion: SecretSources.discussion,
    parameters: [
      .positional("EMAIL", .email), .flag("verified", help: "the address counts as proved"),
      .flag("disabled", help: "the account is closed from the start"),
      .option("display-name", help: "the name to show"),
    ] + SecretSources.parameters, errors: Fails.making + Fails.takingPassword)

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let email = call["EMAIL"]
    do { _ = try AccountRules.canonicalEmail(email) } catch { throw CommandError(error, key: email) }
    let password = try await shell.password(for: call, prompt: "Password for \(email): ", isNew: true)
    var account = NewAccount(email: email, password: Secret(password))
    account.isEmailVerified = call.has("verified")
    account.isDisabled = call.has("disabled")
    account.displayName = call.value("display-name")
    let wanted = account
    let made = try await shell.operating(on: email) { server async throws(AuthError) in try await server.create(wanted)
    }
    return Output("created \(made.email ?? email)\nuid \(made.uid)", json: ["account": made.json])
  }
}

/// `server outbox [EMAIL]`: the mails the service would have sent.
struct ServerOutbox: Command {
  static let spec = CommandSpec(
    "server outbox", summary: "as the operator: read the mails that the service has sent",
    discussion: "The newest comes first. This and 'token show' are the only places where a secret is shown.",
    parameters: [
      .positional("EMAIL", .email, optional: true),
      .option("limit", .number, help: "at most N of them (20 unless told)"),
    ])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let mails = try await shell.operating(on: call.value("EMAIL")) { server async throws(AuthError) in
      try await server.outbox(to: call.value("EMAIL"), limit: call.number("limit") ?? 20)
    }
    let texts = mails.map { mail in
      var table = Table()
      table.add(["to", mail.to])
      table.add(["for", mail.code.sentence])
      table.add(["code", mail.text.reveal()])
      table.add(["sent", mail.sentAt.formatted(.iso8601)])
      table.add([
        "state", mail.state == .open ? "open until \(mail.expiresAt.formatted(.iso8601))" : mail.state.rawValue,
      ])
      return table.text
    }
    return Output(
      texts.isEmpty ? "no mails" : texts.joined(separator: "\n\n"), json: ["messages": .array(mails.map(\.json))])
  }
}

extension ActionCode {
  /// What to type with it.
  fileprivate var sentence: String {
    switch purpose {
    case .verifyEmail: "proving the address: email verify CODE"
    case .verifyAndChangeEmail: "changing the address from \(email): email verify CODE"
    case .resetPassword: "a new password: password confirm CODE"
    }
  }
}

extension OutboxMessage {
  fileprivate var json: JSONValue {
    [
      "to": .string(to), "purpose": .string(code.purpose.rawValue), "email": .string(code.email),
      "newEmail": .optional(code.newEmail), "code": .string(text.reveal()), "sentAt": .date(sentAt),
      "expiresAt": .date(expiresAt), "state": .string(state.rawValue),
    ]
  }
}
