import Accounts
import AuthApp
import AuthBus
import AuthStorage
import Testing

/// The first article's variant B: the service's own notification, and its current user instead of `isSignIn`.
@MainActor
@Suite struct CurrentUserTests {
  @Test func `002.12 the service is configured before the controller registers`() async throws {
    let rows = try await Circle.started(source: .currentUser).rows
    #expect(rows.firstMissing(of: "configure service", "observe AuthStateDidChange by AppController") == nil)
  }

  @Test func `002.13 the current user decides, and isSignIn does not`() async throws {
    let circle = try await Circle.signedIn(source: .currentUser)
    let home = circle.root
    circle.app.defaults.set(false, forKey: SessionKey.isSignIn)
    circle.bus.post(.serviceAuthStateDidChange, by: "test")
    #expect(circle.root == home)
    let checks = circle.app.controller.checks
    circle.bus.post(.authStateDidChange, by: "test")
    #expect(circle.app.controller.checks == checks)
    #expect(!circle.rows.contains { $0.kind == .read && $0.subject == SessionKey.isSignIn && $0.cause == "check" })
  }

  @Test func `002.13 the source is chosen anew at each restart`() async throws {
    let circle = try await Circle.signedIn()
    circle.app.settings.source = .currentUser
    await circle.app.restart()
    let registered = circle.bus.observers.filter { $0.label == "AppController" }
    #expect(registered.map(\.name) == [.serviceAuthStateDidChange])
    #expect(circle.root == .home(uid: try #require(circle.uid)))
  }

  @Test func `002.14 nobody posts by hand: the service does`() async throws {
    let circle = try await Circle.started(source: .currentUser)
    let rows = try await circle.rows { try await circle.app.manager.login(.anonymous) }
    let posts = rows.filter { $0.kind == .post && $0.subject.lowercased() == "authstatedidchange" }
    #expect(posts.map(\.sentence) == ["post AuthStateDidChange by AuthManager: 2 observers"])
    #expect(circle.root == .home(uid: try #require(circle.uid)))
  }

  @Test func `002.15 the user who is present is shown with the uid`() async throws {
    let circle = try await Circle.started(source: .currentUser)
    #expect(!circle.rows.contains { $0.kind == .user })
    let rows = try await circle.rows { try await circle.app.manager.login(.anonymous) }
    #expect(rows.firstMissing(of: "check state", "user \(try #require(circle.uid)) by AuthManager", "root home") == nil)
  }

  @Test(arguments: ControllerSource.allCases, [(BootCheck.always, 2), (.onlyWhenSignedOut, 1)])
  func `002.16 a start with a session checks twice, or once when only a signed-out start checks by itself`(
    _ source: ControllerSource, _ expected: (check: BootCheck, count: Int)
  ) async throws {
    let first = try await Circle.signedIn(source: source)
    let second = try await Circle.started(on: first, source: source, bootCheck: expected.check)
    #expect(second.app.controller.checks == expected.count)
    #expect(second.rows.roots == ["home"])
  }

  @Test(arguments: BootCheck.allCases)
  func `002.16 a start without a session checks once, whatever the setting`(_ check: BootCheck) async throws {
    let circle = try await Circle.started(bootCheck: check)
    #expect(circle.app.controller.checks == 1 && circle.root == .login)
  }

  @Test func `002.18 signing out works in this variant too`() async throws {
    let circle = try await Circle.signedIn(source: .currentUser)
    try await circle.app.manager.logout()
    #expect(circle.root == .login)
  }

  @Test func `002.b news about the same user does not rebuild home`() async throws {
    let circle = try await Circle.signedIn(source: .currentUser)
    let stack = circle.app.window.navigation
    _ = try await circle.app.manager.userInfo()
    circle.bus.post(.serviceAuthStateDidChange, by: "a refreshed token")
    circle.bus.post(.idTokenDidChange, by: "a refreshed token")
    #expect(circle.app.window.navigation == stack)
  }

  @Test func `002.c a start that waits for the service shows the splash root, and says so when no verdict comes`()
    async throws
  {
    let first = try await Circle.signedIn()
    let second = try Circle(
      on: first, bootCheck: .onlyWhenSignedOut, repositories: [SilentRepository()], restoreLimit: .milliseconds(50))
    await second.app.start()
    #expect(second.app.window.isVisible && second.root == .splash && second.rows.roots.isEmpty)
    #expect(second.app.manager.reason == .restoreTimeout(limit: .milliseconds(50)))
  }
}

/// A service that never answers.
private struct SilentRepository: LoginRepository {
  let name = "local"
  func login(_ credential: Credential) async throws(AuthError) -> Session { throw await silence() }
  func autoLogin(_ refreshToken: Secret) async throws(AuthError) -> Session { throw await silence() }
  func logout(_ refreshToken: Secret) async throws(AuthError) { throw await silence() }
  func userInfo(_ refreshToken: Secret) async throws(AuthError) -> Account { throw await silence() }

  /// Ends only when the caller gives up.
  private func silence() async -> AuthError {
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
    return .networkRequestFailed
  }
}
