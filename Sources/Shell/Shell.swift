package import Accounts
package import AuthApp
import AuthBus
import Foundation
package import ShellLanguage

/// What the command line asked for.
package struct ShellOptions: Sendable {
  /// Results as JSON, one object per command.
  package var isJSON = false
  /// Whether a batch run goes on after a failure.
  package var keepsGoing = false
  /// Whether the script itself comes over standard input, so that nothing else can.
  package var readsScriptFromStandardInput = false

  package init() {}
}

/// The shell: an app, the command table, and the interpreter between them.
///
/// Reading order: `Interpreter` takes statements from a ``LineSource``, `CommandTable` finds the command, `Commands/` has one
/// file for each; nothing here sets the root: commands call use cases, and the bus does the rest.
@MainActor
package final class Shell {
  package let app: App
  /// The operator's side of the account service.
  package let server: any AccountServer
  package let table = CommandTable.standard
  package let masking: Masking
  package let options: ShellOptions
  package let printer: Printer
  /// Where a password may come from.
  package let secrets: SecretSources
  /// The board of the interactive prompt, `nil` in a batch run.
  package let board: PromptBoard?
  package var variables: Variables
  /// Set by `quit` and by signals: the run ends before the next statement.
  package var isLeaving = false
  /// What `quit N` asked for.
  package var quitCode: Int32?

  /// Whether a statement is under way.
  package internal(set) var isExecuting = false

  /// Whether a command waits for a person, a file or another program, and has changed nothing yet.
  package private(set) var isAsking = false

  var wasInterrupted = false
  var commandName: String?
  var onlyThisOneAsJSON = false
  var readFailed = false
  /// The scripts being read, the innermost last.
  var scripts: [String] = []
  /// What `bus observe` added, dropped by a restart as a new process would.
  var observations: [Observation] = []
  private var rootSubscription: Subscription?
  /// A question about a password that waits for its answer.
  private var asking: Task<Result<String, CommandError>, Never>?

  /// Wires a shell around an app that has not started yet.
  package init(
    app: App, server: any AccountServer, options: ShellOptions = ShellOptions(), printer: Printer = Printer(),
    secrets: SecretSources, board: PromptBoard? = nil, environment: [String: String]
  ) {
    self.app = app
    self.server = server
    self.options = options
    self.printer = printer
    self.secrets = secrets
    self.board = board
    masking = Masking(table.specs, synonyms: CommandTable.synonyms)
    let id = app.parts.random.bytes(4).map { String($0, radix: 16) }.joined()
    variables = Variables(environment: environment, runID: id)
  }

  package var isInteractive: Bool { board != nil }
  var isJSON: Bool { options.isJSON || onlyThisOneAsJSON }

  /// Boots the app and begins to follow its root.
  @discardableResult
  package func start() async -> AuthState {
    let state = await app.start()
    // After the start: the greeting tells where it led.
    if board != nil, rootSubscription == nil {
      rootSubscription = app.bus.subscribe(.rootDidChange, by: "prompt") { [weak self] _ in self?.rootChanged() }
    }
    publish()
    return state
  }

  /// Boots again: what this shell had hung on the bus goes first.
  package func restart() async -> AuthState {
    dropObservations()
    let state = await app.restart()
    publish()
    return state
  }

  /// The active root, as the table names it.
  package var rootKind: RootKind {
    switch app.root {
    case .splash: .splash
    case .login: .login
    case .home: .home
    }
  }

  /// Whoever is signed in, as people call them.
  var userName: String {
    guard let user = app.manager.currentUser else { return "nobody" }
    return user.email ?? (user.isAnonymous && user.createdAt != .distantPast ? "an anonymous user" : user.uid)
  }

  /// The prompt follows the root; a change that no command here caused is told, and ends a question that a command asks.
  private func rootChanged() {
    publish()
    asking?.cancel()
    guard !isExecuting, app.root != .splash else { return }
    notice(app.manager.reason.map { CommandError($0).text } ?? whereItStands)
  }

  /// Ctrl-C at a command: a script that is being read ends after its present statement.
  package func interrupt() { wasInterrupted = true }

  /// The password for a command, from wherever it comes; `isNew` asks twice at the prompt.
  ///
  /// When another root comes while a person types, the question is withdrawn and what was typed is forgotten.
  func password(for call: Call, prompt: String, isNew: Bool) async throws(CommandError) -> String {
    isAsking = true
    defer { isAsking = false }
    let (secrets, root) = (secrets, app.root)
    let asking = Task { () async -> Result<String, CommandError> in
      do throws(CommandError) {
        return .success(try await secrets.password(for: call, prompt: prompt, isNew: isNew))
      } catch {
        return .failure(error)
      }
    }
    self.asking = asking
    defer { self.asking = nil }
    let answer = await asking.value
    guard app.root == root else { throw Self.rootChangedMeanwhile }
    return try answer.get()
  }

  /// What a command says whose root went while it waited.
  static let rootChangedMeanwhile = CommandError(
    "cancelled", "cancelled: another root came up meanwhile; nothing was kept",
    hint: "'status' shows where things stand")

  /// What the interactive shell says first.
  package var greeting: String {
    let told = app.manager.reason.map { "\n\(CommandError($0).text)" } ?? ""
    let next = app.root == .login ? "try: signup you@example.com" : "try: whoami"
    return "\(whereItStands) · \(app.root == .splash ? "try: restart" : next) · help · quit\(told)"
  }

  /// Tells the editor what the root is now.
  package func publish() {
    guard let board else { return }
    let who = app.manager.currentUser.map { _ in userName }
    let faults = app.parts.faults.settings.rows.map { "!\($0.name)" }
    let name = ([who ?? "authsh", app.root.name] + faults).joined(separator: " ")
    board.publish(.init(prompt: "\(name)> ", commands: table.specs(of: rootKind)))
  }
}
