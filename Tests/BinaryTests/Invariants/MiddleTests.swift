import Accounts
import AuthApp
import AuthBus
import AuthStorage
import Foundation
import LocalAccounts
import Testing

/// What random commands found in the middle of an operation, each with its moment fixed.
@MainActor
@Suite struct MiddleTests {
  private let home: Home
  private let service: LocalAccounts

  init() throws {
    home = try Home.throwaway()
    service = LocalAccounts(path: home.databasePath, profile: .throwaway)
  }

  /// An app as one more process on the home would have it.
  private func app(_ repository: any LoginRepository, _ limit: Duration = .seconds(5)) -> App {
    App(
      AppParts(
        home: home, bus: AuthBus(center: NotificationCenter()), repositories: [repository], restoreLimit: limit))
  }

  @Test func `no verdict while following another process leads to splash`() async throws {
    defer { home.remove() }
    let repository = FaultyRepository(service)
    let (here, there) = (app(repository, .milliseconds(1)), app(service))
    await here.start()
    await there.start()
    #expect(here.root == .login)
    repository.next(.silence, isRestore: true)
    try await there.manager.login(.anonymous)
    await here.catchUp()
    #expect(here.manager.state == .unknown)
    #expect(here.root == .splash)
    repository.release()
    there.stop()
    here.stop()
  }

  @Test func `a foreign post in the middle of a sign-out finds the old root, and the announcement swaps it`()
    async throws
  {
    defer { home.remove() }
    let app = app(service)
    await app.start()
    try await app.manager.login(.anonymous)
    let bus = app.bus
    bus.journal.setSink { row in
      if row.kind == .write, row.subject == "isSignIn" {
        MainActor.assumeIsolated { _ = bus.post(.authStateDidChange, by: "somebody") }
      }
    }
    try await app.manager.logout()
    bus.journal.setSink(nil)
    let rows = bus.journal.rows()
    let foreign = try #require(rows.firstIndex { $0.kind == .post && $0.actor == "somebody" })
    let announced = try #require(rows.firstIndex { $0.kind == .post && $0.actor == "logout" })
    let login = try #require(rows.lastIndex { $0.kind == .root && $0.subject == "login" })
    #expect(foreign < announced && announced < login)
    app.stop()
  }
}
