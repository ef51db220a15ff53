import Accounts
import AuthApp
import AuthBus
import AuthStorage
import Foundation
import LocalAccounts
import Testing

/// What the owner of an account changes, seen from the app.
@MainActor
@Suite struct AccountTests {
  private static let ada = Credential.password(email: "ada@example.com", Secret("hunter22"))

  @Test func `a changed password ends the other sessions and goes on in this one`() async throws {
    let circle = try await Circle.ada()
    let elsewhere = try await circle.service.login(Self.ada)
    try await circle.manager.changePassword(to: Secret("lovelace"))
    await #expect(throws: AuthError.userTokenExpired) { try await circle.service.refresh(elsewhere.refreshToken) }
    #expect(await circle.app.restart() == .signedIn(uid: try #require(circle.uid), isVerified: true))
    await #expect(throws: AuthError.invalidCredential) { try await circle.service.login(Self.ada) }
  }

  @Test func `what is old needs a proof, and reauth gives it`() async throws {
    let circle = try await Circle.ada()
    try await circle.advance(.seconds(301))
    await #expect(throws: AppError.auth(.requiresRecentLogin)) {
      try await circle.manager.changePassword(to: Secret("lovelace"))
    }
    await #expect(throws: AppError.auth(.invalidCredential)) {
      try await circle.manager.reauthenticate(password: Secret("wrong one"))
    }
    #expect(circle.uid != nil)
    try await circle.manager.reauthenticate(password: Secret("hunter22"))
    try await circle.manager.changePassword(to: Secret("lovelace"))
  }

  @Test func `an anonymous account keeps its uid, its root and its session when it gets an address`() async throws {
    let circle = try await Circle.signedIn()
    let (uid, stack) = (circle.uid, circle.app.window.navigation)
    let account = try await circle.manager.link(email: "Ada@Example.com", password: Secret("hunter22"))
    #expect(account.uid == uid && account.email == "ada@example.com" && !account.isAnonymous)
    #expect(circle.app.window.navigation == stack)
    try await circle.manager.logout()
    try await circle.manager.login(Self.ada)
    #expect(circle.uid == uid)
  }

  @Test func `deleting the account leads to login, and nothing of it is left`() async throws {
    let circle = try await Circle.ada()
    let rows = try await circle.rows { try await circle.manager.deleteUser() }
    #expect(
      rows.firstMissing(of: "write session by Vault: removed", "post authStateDidChange by delete", "root login") == nil
    )
    await #expect(throws: AuthError.userNotFound) { try await circle.service.account("ada@example.com") }
  }

  @Test func `signing out everywhere needs the service, else nobody is signed out`() async throws {
    let circle = try await Circle.ada()
    circle.faults.settings.network = .off
    await #expect(throws: AppError.auth(.networkRequestFailed)) { try await circle.manager.logoutEverywhere() }
    #expect(circle.uid != nil)
    circle.faults.settings.network = nil
    let elsewhere = try await circle.service.login(Self.ada)
    try await circle.manager.logoutEverywhere()
    #expect(circle.root == .login)
    await #expect(throws: AuthError.userTokenExpired) { try await circle.service.autoLogin(elsewhere.refreshToken) }
  }

  @Test func `a code proves the address`() async throws {
    let circle = try await Circle.ada()
    try await circle.manager.sendEmailVerification()
    let mail = try #require(try await circle.service.outbox(to: "ada@example.com", limit: 1).first)
    #expect(try await circle.manager.apply(code: mail.text).purpose == .verifyEmail)
    #expect(circle.manager.currentUser?.isEmailVerified == true)
  }

  @Test func `a changed address ends the session, and the new one signs in`() async throws {
    let circle = try await Circle.ada()
    try await circle.manager.sendEmailChange(to: "countess@example.com")
    let mail = try #require(try await circle.service.outbox(to: "countess@example.com", limit: 1).first)
    #expect(try await circle.manager.apply(code: mail.text).newEmail == "countess@example.com")
    #expect(circle.root == .login && circle.manager.reason == .refused(.userTokenExpired))
    try await circle.manager.login(.password(email: "countess@example.com", Secret("hunter22")))
    #expect(circle.manager.currentUser?.isEmailVerified == true)
  }

  @Test func `a forgotten password is set with a code from the mail`() async throws {
    let circle = try await Circle.ada()
    try await circle.manager.logout()
    try await circle.manager.sendPasswordReset(email: "ada@example.com")
    try await circle.manager.sendPasswordReset(email: "nobody@example.com")
    let mails = try await circle.service.outbox(to: nil, limit: 10)
    let mail = try #require(mails.first)
    #expect(mails.count == 1)
    #expect(try await circle.manager.check(code: mail.text).email == "ada@example.com")
    try await circle.manager.resetPassword(code: mail.text, to: Secret("lovelace"))
    try await circle.manager.login(.password(email: "ada@example.com", Secret("lovelace")))
  }

  @Test func `P28 a password changed in one process does not sign out the other one on this home`() async throws {
    let first = try await Circle.ada()
    let second = try await Circle.started(on: first)
    try await first.manager.changePassword(to: Secret("lovelace"))
    #expect(try await second.manager.userInfo().email == "ada@example.com")
    #expect(second.uid == first.uid)
  }
}
