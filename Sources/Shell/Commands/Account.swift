import Accounts
import AuthApp
import Foundation
import ShellLanguage

/// `account show`: what the account service knows of whoever is signed in.
struct AccountShow: Command {
  static let spec = CommandSpec(
    "account show", roots: [.home], summary: "show the account, as the service has it now",
    discussion: "What an app knows of a person besides this is the profile: 'profile show'.", errors: Fails.inSession)

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let account = try await shell.using { manager async throws(AppError) in try await manager.userInfo() }
    return Output(account.table.text, json: ["account": account.json])
  }
}

/// `account set FIELD VALUE`: the name and the picture that others see.
struct AccountSet: Command {
  static let spec = CommandSpec(
    "account set", roots: [.home], summary: "change the account's name or picture",
    parameters: [.positional("FIELD", .choice(["displayName", "photoUrl"])), .positional("VALUE")],
    errors: Fails.inSession + ["invalid-argument"])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    try await shell.change(call["FIELD"], to: call["VALUE"])
  }
}

/// `account unset FIELD`: takes the name or the picture away.
struct AccountUnset: Command {
  static let spec = CommandSpec(
    "account unset", roots: [.home], summary: "take the account's name or picture away",
    parameters: [.positional("FIELD", .choice(["displayName", "photoUrl"]))], errors: Fails.inSession)

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    try await shell.change(call["FIELD"], to: nil)
  }
}

/// `account link EMAIL`: makes an anonymous account one with an address; its uid stays.
struct AccountLink: Command {
  static let spec = CommandSpec(
    "account link", roots: [.home], summary: "give an anonymous account an e-mail address and a password",
    discussion: "The uid, the profile and the session stay.\n" + SecretSources.discussion,
    parameters: [.positional("EMAIL", .email)] + SecretSources.parameters,
    errors: Fails.inSession + Fails.making + Fails.takingPassword + ["provider-already-linked"])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let email = call["EMAIL"]
    do { _ = try AccountRules.canonicalEmail(email) } catch { throw CommandError(error, key: email) }
    let password = try await shell.password(for: call, prompt: "Password for \(email): ", isNew: true)
    let account = try await shell.using(about: email) { manager async throws(AppError) in
      try await manager.link(email: email, password: Secret(password))
    }
    shell.publish()
    return .user(account, "this account is \(account.email ?? email) now")
  }
}

/// `sessions`: where the account is signed in.
struct Sessions: Command {
  static let spec = CommandSpec(
    "sessions", roots: [.home], summary: "list the sessions of this account",
    discussion: "'signout --everywhere' ends them all; changing the password ends all but this one.",
    errors: Fails.inSession)

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let sessions = try await shell.using { manager async throws(AppError) in try await manager.sessions() }
    var table = Table(["session", "signed in", "refreshed", ""])
    for session in sessions {
      table.add([
        session.id, session.startedAt.formatted(.iso8601), session.refreshedAt.formatted(.iso8601),
        session.isCurrent ? "this one" : "",
      ])
    }
    return Output(table.text, json: ["sessions": .array(sessions.map(\.json))])
  }
}

/// `delete`: removes the account of whoever is signed in.
struct Delete: Command {
  static let spec = CommandSpec(
    "delete", roots: [.home], summary: "delete this account, its profile and its sessions for good",
    discussion: "Needs a sign-in or 'reauth' within the last 5 minutes.",
    errors: Fails.inSession + ["requires-recent-login"])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let (name, uid) = (shell.userName, shell.app.manager.currentUser?.uid)
    try await shell.using { manager async throws(AppError) in try await manager.deleteUser() }
    return Output("deleted \(name); signed out", json: ["deleted": .optional(uid)])
  }
}

extension Account {
  /// The account for a person.
  var table: Table {
    var table = Table()
    table.add(["uid", uid])
    table.add(["e-mail", email ?? "none (anonymous)"])
    if email != nil { table.add(["verified", isEmailVerified ? "yes" : "no"]) }
    if let displayName { table.add(["name", displayName]) }
    if let photoURL { table.add(["picture", photoURL]) }
    table.add(["state", isDisabled ? "disabled" : "enabled"])
    table.add(["created", createdAt.formatted(.iso8601)])
    table.add(["last sign-in", lastSignInAt.formatted(.iso8601)])
    return table
  }
}

extension SessionSummary {
  fileprivate var json: JSONValue {
    [
      "id": .string(id), "startedAt": .date(startedAt), "authenticatedAt": .date(authenticatedAt),
      "refreshedAt": .date(refreshedAt), "current": .bool(isCurrent),
    ]
  }
}

extension Shell {
  /// Runs a use case, and words what goes wrong. `key` is the address that was typed.
  func using<Value>(
    about key: String? = nil, _ body: (AuthManager) async throws(AppError) -> Value
  ) async throws(CommandError) -> Value {
    let key = key ?? app.manager.currentUser?.email
    do { return try await body(app.manager) } catch { throw CommandError(error, email: key) }
  }

  fileprivate func change(_ field: String, to value: String?) async throws(CommandError) -> Output {
    let account = try await using { manager async throws(AppError) in
      field == "displayName"
        ? try await manager.update(displayName: .some(value)) : try await manager.update(photoURL: .some(value))
    }
    return Output("", json: ["account": account.json])
  }
}
