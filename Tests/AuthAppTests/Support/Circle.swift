import Accounts
import AuthApp
import AuthBus
import AuthStorage
import Foundation
import LocalAccounts

/// A whole app on a throw-away home, with a notification center of its own.
@MainActor
final class Circle {
  let home: Home
  let bus = AuthBus(center: NotificationCenter())
  let service: LocalAccounts
  let faults = Faults()
  let app: App
  /// The circle that made the home; it goes when that one goes.
  private let maker: Circle?

  /// An app that has not started; on the home of `maker`, as a second process would be, if there is one.
  init(
    on maker: Circle? = nil, source: ControllerSource = .isSignIn, bootCheck: BootCheck = .always,
    repositories: [any LoginRepository]? = nil, restoreLimit: Duration = .seconds(5), isWatching: Bool = false
  ) throws {
    self.maker = maker
    home = try maker?.home ?? Home.throwaway()
    service = LocalAccounts(path: home.databasePath, profile: .throwaway)
    var parts = AppParts(
      home: home, bus: bus, repositories: repositories ?? [FaultyService(service, faults)], restoreLimit: restoreLimit)
    parts.faults = faults
    // A user may have 128 watches in all on Linux, and tests run side by side.
    parts.isWatching = isWatching
    app = App(parts)
    app.settings.source = source
    app.settings.bootCheck = bootCheck
  }

  isolated deinit {
    app.stop()
    if maker == nil { home.remove() }
  }

  /// An app that has started.
  static func started(
    on maker: Circle? = nil, source: ControllerSource = .isSignIn, bootCheck: BootCheck = .always
  ) async throws -> Circle {
    let circle = try Circle(on: maker, source: source, bootCheck: bootCheck)
    await circle.app.start()
    return circle
  }

  /// A started app with an anonymous user signed in.
  static func signedIn(source: ControllerSource = .isSignIn) async throws -> Circle {
    let circle = try await started(source: source)
    try await circle.app.manager.login(.anonymous)
    await circle.app.manager.profileLoad?.value
    return circle
  }

  /// A started app with Ada signed in, whose password is `hunter22`, her profile saved.
  static func ada(on maker: Circle? = nil) async throws -> Circle {
    let circle = try await started(on: maker)
    try await circle.app.manager.createUser(
      email: "ada@example.com", password: Secret("hunter22"), username: "ada", name: "Ada Lovelace")
    return circle
  }

  var manager: AuthManager { app.manager }

  /// Moves the service's clock forward.
  func advance(_ step: Duration) async throws {
    try await service.setClockOffset(try await service.clockOffset() + step)
  }

  var root: Root { app.root }
  var uid: String? { app.manager.state.uid }
  var rows: [JournalRow] { bus.journal.rows() }

  /// The rows of one step.
  func rows(of step: () async throws -> Void) async rethrows -> [JournalRow] {
    let before = bus.journal.lastNumber
    try await step()
    return bus.journal.rows(since: before)
  }
}

extension [JournalRow] {
  /// The first of `steps` that does not come after those before it; nil when all do, with any others between them.
  ///
  /// A step is the beginning of `kind subject by actor: detail`.
  func firstMissing(of steps: String...) -> String? {
    var rest = self[...]
    for step in steps {
      guard let index = rest.firstIndex(where: { $0.sentence.hasPrefix(step) }) else { return step }
      rest = rest[rest.index(after: index)...]
    }
    return nil
  }

  /// The roots that were shown, in order.
  var roots: [String] { filter { $0.kind == .root }.map(\.subject) }
}

extension JournalRow {
  /// What happened, without numbers and times.
  var sentence: String { "\(kind.rawValue) \(subject) by \(actor): \(detail)" }
}

/// A state that a test changes while others read it.
@MainActor
final class Known {
  var state: AuthState
  init(_ state: AuthState) { self.state = state }
}
