import Accounts
import Foundation
import ShellLanguage

/// `server accounts`: the operator's list.
struct ServerAccounts: Command {
  static let spec = CommandSpec(
    "server accounts", summary: "as the operator: list the accounts",
    discussion: "The operator's commands act on the account service itself; nobody needs to be signed in.",
    parameters: [.option("limit", .number, help: "at most N of them (100 unless told)")])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let accounts = try await shell.operating { server async throws(AuthError) in
      try await server.accounts(limit: call.number("limit") ?? 100)
    }
    var table = Table(["uid", "e-mail", "state"])
    for account in accounts {
      table.add([account.uid, account.email ?? "(anonymous)", account.isDisabled ? "disabled" : "enabled"])
    }
    let text = accounts.isEmpty ? "no accounts yet" : table.text
    return Output(text, json: ["accounts": .array(accounts.map(\.json))])
  }
}

/// `server show KEY`: one account, with its sessions.
struct ServerShow: Command {
  static let spec = ServerKey.spec("show", "show one account")

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let (account, sessions) = try await shell.operating(on: call["ACCOUNT"]) { server async throws(AuthError) in
      try await server.account(call["ACCOUNT"])
    }
    var table = Table()
    table.add(["uid", account.uid])
    table.add(["e-mail", account.email ?? "none (anonymous)"])
    table.add(["verified", account.isEmailVerified ? "yes" : "no"])
    table.add(["state", account.isDisabled ? "disabled" : "enabled"])
    table.add(["created", account.createdAt.formatted(.iso8601)])
    table.add(["last sign-in", account.lastSignInAt.formatted(.iso8601)])
    table.add(["sessions", String(sessions)])
    return Output(table.text, json: ["account": account.json, "sessions": .integer(sessions)])
  }
}

/// `server disable KEY`: closes an account.
struct ServerDisable: Command {
  static let spec = ServerKey.spec("disable", "close an account: its sessions are refused")

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    try await ServerKey.change(call, "disabled", in: shell) { server, key async throws(AuthError) in
      try await server.setDisabled(key, true)
    }
  }
}

/// `server enable KEY`: opens an account again.
struct ServerEnable: Command {
  static let spec = ServerKey.spec("enable", "open a closed account again")

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    try await ServerKey.change(call, "enabled", in: shell) { server, key async throws(AuthError) in
      try await server.setDisabled(key, false)
    }
  }
}

/// `server delete KEY`: removes an account for good.
struct ServerDelete: Command {
  static let spec = ServerKey.spec("delete", "remove an account and its sessions for good")

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    try await ServerKey.change(call, "deleted", in: shell) { server, key async throws(AuthError) in
      try await server.delete(key)
    }
  }
}

/// `server revoke KEY`: ends all sessions of an account.
struct ServerRevoke: Command {
  static let spec = ServerKey.spec("revoke", "end all sessions of an account")

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let (account, sessions) = try await shell.operating(on: call["ACCOUNT"]) { server async throws(AuthError) in
      try await server.revoke(call["ACCOUNT"])
    }
    return Output(
      "revoked \(sessions) \(sessions == 1 ? "session" : "sessions") of \(account.email ?? account.uid)",
      json: ["account": account.json, "revoked": .integer(sessions)])
  }
}

/// What the commands on one account share.
enum ServerKey {
  static func spec(_ verb: String, _ summary: String) -> CommandSpec {
    CommandSpec(
      "server \(verb)", summary: "as the operator: \(summary)",
      discussion: "ACCOUNT is an e-mail address or a uid. The app finds out when it next asks the service.",
      parameters: [.positional("ACCOUNT")], errors: ["user-not-found"])
  }

  @MainActor
  static func change(
    _ call: Call, _ verb: String, in shell: Shell,
    _ body: (any AccountServer, String) async throws(AuthError) -> Account
  ) async throws(CommandError) -> Output {
    let key = call["ACCOUNT"]
    let account = try await shell.operating(on: key) { server async throws(AuthError) in try await body(server, key) }
    return Output("\(verb) \(account.email ?? account.uid)", json: ["account": account.json])
  }
}

extension Shell {
  /// Acts as the operator, and words what goes wrong.
  func operating<Value>(
    on key: String? = nil, _ body: (any AccountServer) async throws(AuthError) -> Value
  ) async throws(CommandError) -> Value {
    do { return try await body(server) } catch { throw CommandError(error, key: key) }
  }
}
