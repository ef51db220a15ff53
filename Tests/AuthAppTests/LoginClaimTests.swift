import Accounts
import AuthApp
import AuthBus
import AuthStorage
import Foundation
import LocalAccounts
import Testing

/// The first article's variant A: the use case writes, posts, and the root follows.
@MainActor
@Suite struct LoginClaimTests {
  @Test func `002.5 without a store the first root is login`() async throws {
    let circle = try await Circle.started()
    #expect(circle.rows.roots == ["login"])
    #expect(circle.rows.contains { $0.sentence == "read isSignIn by Defaults: nil" })
  }

  @Test func `002.5 a kept session leads home, and no login root comes in between`() async throws {
    let first = try await Circle.signedIn()
    let second = try await Circle.started(on: first)
    #expect(second.rows.roots == ["home"])
    #expect(second.uid == first.uid)
  }

  @Test func `002.8 the write comes before the post, the delivery, the read and the root`() async throws {
    let circle = try await Circle.started()
    let rows = try await circle.rows { try await circle.app.manager.login(.anonymous) }
    let missing = rows.firstMissing(
      of: "write session by Vault", "write isSignIn by Defaults: true", "write lastLoginRepository by Defaults: local",
      "write authsh.installID isSignIn lastLoginRepository by Defaults: on disk", "post authStateDidChange by login",
      "deliver authStateDidChange by AppController", "read isSignIn by Defaults: true", "root home by AppController")
    #expect(missing == nil)
    #expect(rows.count { $0.kind == .post && $0.subject == "authStateDidChange" } == 1)
  }

  @Test func `002.8 at the moment of the post the disk says what memory says`() async throws {
    let circle = try await Circle.started()
    var onDisk: [Bool] = []
    circle.bus.observe(.authStateDidChange, by: "test") { _ in
      onDisk.append(Defaults(path: circle.home.defaultsPath).bool(forKey: SessionKey.isSignIn))
    }
    try await circle.app.manager.login(.anonymous)
    try await circle.app.manager.logout()
    #expect(onDisk == [true, false])
  }

  @Test func `002.9 the notification carries nothing`() async throws {
    let circle = try await Circle.started()
    var events: [(payload: [String: String], hasSender: Bool)] = []
    circle.bus.observe(.authStateDidChange, by: "test") { events.append(($0.payload, $0.sender != nil)) }
    try await circle.app.manager.login(.anonymous)
    #expect(events.count == 1 && events.allSatisfy { $0.payload.isEmpty && !$0.hasSender })
  }

  @Test func `002.10 a new start with the session on disk is home`() async throws {
    let first = try await Circle.signedIn()
    let second = try await Circle.started(on: first)
    #expect(second.root == .home(uid: try #require(first.uid)))
    #expect(second.app.manager.state == .signedIn(uid: try #require(first.uid), isVerified: true))
  }

  @Test func `002.17 a sign-in that fails throws, and writes and posts nothing`() async throws {
    let circle = try await Circle.started()
    let rows = await circle.rows {
      await #expect(throws: AppError.auth(.invalidCredential)) {
        try await circle.app.manager.login(.password(email: "ada@example.com", Secret("wrong password")))
      }
    }
    #expect(!rows.contains { [.write, .post, .root].contains($0.kind) })
    #expect(circle.root == .login)
  }

  @Test func `002.18 signing out leads from home to login: settings, vault, post, root`() async throws {
    let circle = try await Circle.signedIn()
    let rows = try await circle.rows { try await circle.app.manager.logout() }
    let missing = rows.firstMissing(
      of: "write isSignIn by Defaults: false", "write lastLoginRepository by Defaults: removed",
      "write isSignIn lastLoginRepository by Defaults: on disk", "write session by Vault: removed",
      "post authStateDidChange by logout", "read isSignIn by Defaults: false", "root login by AppController")
    #expect(missing == nil)
    #expect(circle.root == .login && !FileManager.default.fileExists(atPath: circle.home.vaultPath))
  }

  @Test func `002.a isSignIn without a session is a claim that nobody believes`() async throws {
    let first = try await Circle.started()
    first.app.defaults.set(true, forKey: SessionKey.isSignIn)
    try await first.app.defaults.flush()
    let second = try await Circle.started(on: first)
    #expect(second.rows.roots.last == "login" && !second.rows.roots.contains("home"))
    #expect(second.app.manager.reason == .sessionMissing)
    #expect(!second.app.defaults.bool(forKey: SessionKey.isSignIn))
  }

  @Test func `002.a a session that the service has ended does not open home`() async throws {
    let first = try await Circle.signedIn()
    _ = try await first.service.revoke(try #require(first.uid))
    let second = try await Circle.started(on: first)
    #expect(second.rows.roots == ["login"])
    #expect(second.app.manager.reason == .refused(.userTokenExpired))
  }
}
