import Accounts
import AuthStorage
import AuthApp
import Foundation
import ShellLanguage

/// `status`: where things stand, without asking the service anything.
struct Status: Command {
  static let spec = CommandSpec(
    "status", summary: "show the root, who is signed in, and what the app knows",
    discussion: """
      root      the active command set: splash, login or home
      state     what the app knows: unknown, signedOut or signedIn
      env       the two values of AuthObserver that every screen can read
      screens   how many screens the root and those on it are, which stack of this run it is, and modals over it
      provider  the repository of the last sign-in
      checks    how often AppController has read the state since its start
      """)

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let app = shell.app
    let manager = app.manager
    let reason = manager.reason.map(CommandError.init)
    let environment = app.environment
    let navigation = app.window.navigation
    var table = Table()
    table.add(["root", app.root.name])
    table.add(["state", stateText(manager)])
    if manager.session != nil { table.add(["user", shell.userName]) }
    if manager.session != nil { table.add(["profile", manager.profile.name]) }
    for (name, value) in app.parts.faults.settings.rows { table.add(["fault", "\(name) \(value)"]) }
    if let reason { table.add(["reason", reason.text]) }
    table.add(["env", "uid=\(environment.uid ?? "nil") subscribedAuth=\(environment.subscribedAuth)"])
    let modals = navigation.modals.isEmpty ? "" : ", modals \(navigation.modals.count)"
    table.add(["screens", "\(navigation.depth) (stack \(navigation.instance))\(modals)"])
    table.add(["provider", manager.repositoryName ?? "none"])
    table.add(["source", "\(app.settings.source.rawValue), boot check \(app.settings.bootCheck.rawValue)"])
    table.add(["checks", String(app.controller.checks)])
    table.add(["settings", app.parts.home.defaultsPath])
    return Output(table.text, json: json(app, environment, reason))
  }

  private func stateText(_ manager: AuthManager) -> String {
    guard case .signedIn(_, isVerified: false) = manager.state else { return manager.state.name }
    return "signedIn, not verified: the service could not be reached"
  }

  private func json(_ app: App, _ environment: AuthEnvironment, _ reason: CommandError?) -> [String: JSONValue] {
    let navigation = app.window.navigation
    var verified = JSONValue.null
    if case .signedIn(_, let isVerified) = app.manager.state { verified = .bool(isVerified) }
    return [
      "root": .string(app.root.name), "state": .string(app.manager.state.name), "verified": verified,
      "user": app.manager.session.map { $0.account.json } ?? .null,
      "reason": reason.map { ["code": .string($0.code), "message": .string($0.message)] } ?? .null,
      "env": ["uid": .optional(environment.uid), "subscribedAuth": .bool(environment.subscribedAuth)],
      "rendering": .string(environment.rendering),
      "screens": [
        "depth": .integer(navigation.depth), "instance": .integer(navigation.instance),
        "modals": .integer(navigation.modals.count),
      ],
      "profile": .string(app.manager.profile.name),
      "faults": .array(app.parts.faults.settings.rows.map { .string($0.name) }),
      "provider": .optional(app.manager.repositoryName), "source": .string(app.settings.source.rawValue),
      "bootCheck": .string(app.settings.bootCheck.rawValue), "checks": .integer(app.controller.checks),
    ]
  }
}
