import Accounts
import AuthApp
import AuthBus
import AuthStorage
import Foundation
import LocalAccounts
import Testing

/// What apps of this kind get wrong, and what happens here instead.
@MainActor
@Suite struct PitfallTests {
  @Test func `P15 a post from another thread swaps the root on the main actor, all the same`() async throws {
    let circle = try await Circle.signedIn()
    circle.app.defaults.set(false, forKey: SessionKey.isSignIn)
    let bus = circle.bus
    let rows = await circle.rows {
      await Task.detached { bus.enqueue(.authStateDidChange, by: "a thread") }.value
      await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    }
    #expect(rows.firstMissing(of: "hop authStateDidChange", "root login by AppController") == nil)
    #expect(rows.filter { $0.kind == .root }.allSatisfy { $0.thread == "main" })
  }

  @Test(.timeLimit(.minutes(5)))
  func `P16 while the service takes its time the main actor goes on`() async throws {
    let (gate, answer) = AsyncStream<Void>.makeStream()
    let circle = try Circle(repositories: [HeldService(gate: gate)])
    await circle.app.start()
    async let signing = circle.manager.login(.anonymous, with: "held")
    // A main actor that waited with the service would never come to give the answer free.
    for _ in 0..<50 { await Task.yield() }
    #expect(circle.root == .login)
    answer.yield()
    #expect(try await signing.uid == circle.uid)
  }

  @Test func `P17 of two sign-ins at once the later one stands, and the earlier session is ended`() async throws {
    let circle = try await Circle.started()
    async let first = circle.manager.login(.anonymous)
    async let second = circle.manager.login(.anonymous)
    let (one, other) = try await (first, second)
    let standing = try #require(circle.uid)
    let ended = standing == one.uid ? other.uid : one.uid
    #expect(try await circle.service.account(standing).sessions == 1)
    #expect(try await circle.service.account(ended).sessions == 0)
  }

  @Test func `P20 settings that cannot be read are not "signed out", and are not written over`() async throws {
    let first = try await Circle.ada()
    let path = first.home.defaultsPath
    try Data("garbage".utf8).write(to: URL(fileURLWithPath: path))
    let second = try await Circle.started(on: first)
    #expect(second.root == .splash && second.manager.state == .unknown)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("garbage".utf8))
  }

  @Test func `P27 a vault that outlives its settings is wiped, and the reason told`() async throws {
    let first = try await Circle.ada()
    let vault = try Data(contentsOf: URL(fileURLWithPath: first.home.vaultPath))
    try await first.manager.logout()
    // A new install: other settings, an old vault, and a claim that somebody is signed in.
    try vault.write(to: URL(fileURLWithPath: first.home.vaultPath))
    first.app.defaults.set("another install", forKey: SessionKey.installID)
    first.app.defaults.set(true, forKey: SessionKey.isSignIn)
    try await first.app.defaults.flush()
    let second = try await Circle.started(on: first)
    #expect(second.root == .login && second.manager.reason == .installMismatch)
    #expect(!FileManager.default.fileExists(atPath: first.home.vaultPath))
  }
}

/// A service that answers when it is told to.
private struct HeldService: LoginRepository {
  let name = "held"
  let gate: AsyncStream<Void>

  func login(_ credential: Credential) async throws(AuthError) -> Session {
    for await _ in gate { break }
    return Session(
      account: Account(uid: "held", createdAt: .now, lastSignInAt: .now, validSince: .now),
      refreshToken: Secret("token"))
  }
  func autoLogin(_ refreshToken: Secret) async throws(AuthError) -> Session { throw .userTokenExpired }
  func logout(_ refreshToken: Secret) async throws(AuthError) {}
  func userInfo(_ refreshToken: Secret) async throws(AuthError) -> Account { throw .userTokenExpired }
}
