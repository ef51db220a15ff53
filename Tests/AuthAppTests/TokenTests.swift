import Accounts
import AuthApp
import AuthBus
import AuthStorage
import Foundation
import LocalAccounts
import Testing

/// How the client keeps and trades its tokens.
@MainActor
@Suite struct TokenTests {
  @Test func `P05 an hour later a question trades the token, and home is not rebuilt`() async throws {
    let circle = try await Circle.ada()
    let stack = circle.app.window.navigation
    let old = circle.manager.session?.refreshToken
    try await circle.advance(.seconds(3_601))
    let rows = try await circle.rows { _ = try await circle.manager.userInfo() }
    #expect(rows.firstMissing(of: "write session by Vault", "post idTokenDidChange by AuthManager") == nil)
    #expect(!rows.contains { $0.kind == .post && $0.subject == "authStateDidChange" })
    #expect(circle.app.window.navigation == stack && circle.manager.session?.refreshToken != old)
  }

  @Test func `P25 a traded token is kept before it is used, so later starts are home`() async throws {
    let circle = try await Circle.ada()
    for _ in 1...3 {
      try await circle.advance(.seconds(3_601))
      _ = try await circle.manager.userInfo()
      #expect(await circle.app.restart() == .signedIn(uid: try #require(circle.uid), isVerified: true))
    }
  }

  @Test func `P24 callers who want a token at the same time share one trade`() async throws {
    let circle = try await Circle.ada()
    let rows = try await circle.rows {
      async let first = circle.manager.refreshToken()
      async let second = circle.manager.refreshToken()
      async let third = circle.manager.refreshToken()
      let tokens = try await [first, second, third]
      #expect(Set(tokens.map { $0.reveal() }).count == 1)
    }
    #expect(rows.count { $0.kind == .post && $0.subject == "idTokenDidChange" } == 1)
  }

  @Test func `P24 a network that fails signs nobody out`() async throws {
    let circle = try await Circle.ada()
    circle.faults.settings.network = .off
    try await circle.advance(.seconds(3_601))
    await #expect(throws: AppError.auth(.networkRequestFailed)) { try await circle.manager.userInfo() }
    #expect(circle.root == .home(uid: try #require(circle.uid)))
    circle.faults.settings.network = nil
    #expect(try await circle.manager.userInfo().email == "ada@example.com")
  }

  @Test func `P24 offline at the start means home, not verified, and the first answer verifies`() async throws {
    let circle = try await Circle.ada()
    let uid = try #require(circle.uid)
    circle.faults.settings.network = .off
    #expect(await circle.app.restart() == .signedIn(uid: uid, isVerified: false))
    await #expect(throws: AppError.auth(.networkRequestFailed)) {
      try await circle.manager.saveProfile { $0.bio = "x" }
    }
    circle.faults.settings.network = nil
    _ = try await circle.manager.userInfo()
    #expect(circle.manager.state == .signedIn(uid: uid, isVerified: true))
  }

  @Test func `two processes on one home trade once, and neither is refused`() async throws {
    let first = try await Circle.ada()
    let second = try await Circle.started(on: first)
    for _ in 1...3 {
      try await first.advance(.seconds(3_601))
      async let one = first.manager.userInfo()
      async let other = second.manager.userInfo()
      let accounts = try await [one, other]
      #expect(accounts.allSatisfy { $0.email == "ada@example.com" })
    }
    #expect(first.uid == second.uid && second.uid != nil)
  }

  @Test func `a token that cannot be kept leaves the old one good`() async throws {
    let circle = try await Circle.ada()
    let folder = URL(fileURLWithPath: circle.home.vaultPath).deletingLastPathComponent()
    try Data().write(to: folder.appendingPathComponent("in the way"))
    let vault = try Data(contentsOf: URL(fileURLWithPath: circle.home.vaultPath))
    // A folder in the vault's place cannot be replaced by a file.
    try FileManager.default.removeItem(atPath: circle.home.vaultPath)
    try FileManager.default.createDirectory(atPath: circle.home.vaultPath, withIntermediateDirectories: false)
    await #expect(throws: AppError.self) { try await circle.manager.refreshToken() }
    try FileManager.default.removeItem(atPath: circle.home.vaultPath)
    try vault.write(to: URL(fileURLWithPath: circle.home.vaultPath))
    #expect(try await circle.manager.userInfo().email == "ada@example.com")
  }

  @Test(arguments: ["disabled", "deleted", "revoked"])
  func `P23 a definite refusal signs out at once, with the reason`(_ fate: String) async throws {
    let circle = try await Circle.ada()
    switch fate {
    case "disabled": _ = try await circle.service.setDisabled("ada@example.com", true)
    case "deleted": _ = try await circle.service.delete("ada@example.com")
    default: _ = try await circle.service.revoke("ada@example.com")
    }
    let refusal: AuthError = fate == "disabled" ? .userDisabled : .userTokenExpired
    await #expect(throws: AppError.auth(refusal)) { try await circle.manager.userInfo() }
    #expect(circle.root == .login && circle.manager.reason == .refused(refusal))
    #expect(circle.manager.profile == .none && !circle.app.defaults.bool(forKey: SessionKey.isSignIn))
  }
}
