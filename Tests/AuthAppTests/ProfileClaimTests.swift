import Accounts
import AuthApp
import AuthBus
import AuthStorage
import Foundation
import LocalAccounts
import Testing

/// The second article: account and profile are two stores, one manager holds both.
@MainActor
@Suite struct ProfileClaimTests {
  @Test func `001.1 making an account counts as being signed in`() async throws {
    let circle = try await Circle.ada()
    #expect(circle.root == .home(uid: try #require(circle.uid)))
    #expect(circle.manager.currentUser?.email == "ada@example.com")
  }

  @Test func `001.2 the service keeps the account and the document users-uid apart`() async throws {
    let circle = try await Circle.ada()
    let document = try #require(try await circle.service.profile(of: "ada@example.com"))
    #expect(document.id == circle.uid && document.name == "Ada Lovelace")
    #expect(circle.manager.currentUser?.displayName == nil)
  }

  @Test func `001.3 the optional fields may be missing, and a document survives JSON`() throws {
    let bare = Data(#"{"id":"u","email":"a@b.co","username":"a","name":"A"}"#.utf8)
    var profile = try JSONDecoder().decode(Profile.self, from: bare)
    #expect(profile.bio == nil && profile.profileImageUrl == nil)
    profile.bio = "hello"
    #expect(try JSONDecoder().decode(Profile.self, from: JSONEncoder().encode(profile)) == profile)
  }

  @Test func `001.4 a copied user is stale after signing out, the manager's is not`() async throws {
    let circle = try await Circle.ada()
    let copy = circle.manager.currentUser
    try await circle.manager.logout()
    #expect(copy != nil && circle.manager.currentUser == nil)
  }

  @Test func `001.5 at a start home comes first, then the profile`() async throws {
    let first = try await Circle.ada()
    let second = try await Circle.started(on: first)
    #expect(second.root == .home(uid: try #require(second.uid)))
    #expect(second.manager.profile == .loading)
    await second.manager.profileLoad?.value
    #expect(second.manager.profile.document?.username == "ada")
    #expect(second.rows.firstMissing(of: "root home", "post profileDidChange by AuthManager") == nil)
  }

  @Test func `001.6 create, then the user, then the upload`() async throws {
    let circle = try await Circle.started()
    let rows = try await circle.rows {
      try await circle.manager.createUser(email: "ada@example.com", password: Secret("hunter22"))
    }
    #expect(rows.firstMissing(of: "post authStateDidChange by createUser", "root home", "note profile saved") == nil)
  }

  @Test func `001.7 a profile is shown only once it is saved, and a failed upload can be repaired`() async throws {
    let circle = try await Circle.started()
    circle.faults.settings.profile = true
    try await circle.manager.createUser(email: "ada@example.com", password: Secret("hunter22"))
    #expect(circle.manager.profile == .failed(.auth(.networkRequestFailed)) && circle.manager.profile.document == nil)
    #expect(try await circle.service.profile(of: "ada@example.com") == nil)
    await #expect(throws: AppError.auth(.networkRequestFailed)) {
      try await circle.manager.saveProfile { $0.name = "Ada" }
    }
    #expect(circle.manager.profile.document == nil)
    circle.faults.settings.profile = false
    try await circle.manager.saveProfile { $0.name = "Ada" }
    let kept = try await circle.service.profile(of: "ada@example.com")
    #expect(kept != nil && circle.manager.profile.document == kept)
  }

  @Test func `001.8 signing in loads the profile`() async throws {
    let circle = try await Circle.ada()
    try await circle.manager.logout()
    try await circle.manager.login(.password(email: "ada@example.com", Secret("hunter22")))
    await circle.manager.profileLoad?.value
    #expect(circle.manager.profile.document?.name == "Ada Lovelace")
  }

  @Test func `001.9 signing out clears both in one change, and only on success`() async throws {
    let circle = try await Circle.ada()
    var seen: [(user: Bool, profile: Bool)] = []
    circle.bus.observe(.authStateDidChange, by: "test") { [manager = circle.manager] _ in
      seen.append((manager.currentUser == nil, manager.profile == .none))
    }
    // Nobody can lock a folder: nothing can be written.
    try FileManager.default.removeItem(atPath: circle.home.sessionLockPath)
    try FileManager.default.createDirectory(atPath: circle.home.sessionLockPath, withIntermediateDirectories: false)
    await #expect(throws: AppError.self) { try await circle.manager.logout() }
    #expect(circle.manager.currentUser != nil && circle.manager.profile.document != nil && seen.isEmpty)
    try FileManager.default.removeItem(atPath: circle.home.sessionLockPath)
    try await circle.manager.logout()
    #expect(seen.count == 1 && seen.allSatisfy { $0.user && $0.profile })
  }

  @Test func `001.10 the session decides the root, not the profile`() async throws {
    let circle = try await Circle.started()
    circle.faults.settings.profile = true
    try await circle.manager.createUser(email: "ada@example.com", password: Secret("hunter22"))
    #expect(circle.manager.profile.document == nil)
    #expect(circle.root == .home(uid: try #require(circle.uid)))
  }

  @Test func `001.12 two references, one manager`() {
    let (one, other) = (AuthManager.shared, AuthManager.shared)
    #expect(one === other)
  }

  @Test func `P22 the next person sees nothing of the last one's profile`() async throws {
    let circle = try await Circle.ada()
    try await circle.manager.logout()
    try await circle.manager.login(.anonymous)
    await circle.manager.profileLoad?.value
    #expect(circle.manager.profile == .missing)
  }
}
