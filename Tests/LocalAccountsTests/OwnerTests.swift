import Accounts
import LocalAccounts
import Testing

private let profile = Profile(id: "whoever", email: "whatever", username: "ada", name: "Ada")

@Test func `an owner changes what others see and takes it away`() async throws {
  let accounts = try TestStore().open()
  let session = try await accounts.signUpAda()
  let named = try await accounts.update(session.proof, displayName: "Ada \0 L.", photoURL: "https://x")
  #expect(named.displayName == "Ada \0 L." && named.photoURL == "https://x")
  #expect(try await accounts.lookup(session.proof) == named)
  #expect(try await accounts.update(session.proof, displayName: nil, photoURL: nil) == session.account)
}

@Test func `a name or a picture's address has 1,024 bytes at most`() async throws {
  let accounts = try TestStore().open()
  let session = try await accounts.signUpAda()
  let (fits, over) = (String(repeating: "é", count: 512), String(repeating: "é", count: 512) + "e")
  _ = try await accounts.update(session.proof, displayName: fits, photoURL: fits)
  let tooLarge = AuthError.documentTooLarge(limit: 1_024)
  #expect(await refusal { try await accounts.update(session.proof, displayName: over, photoURL: nil) } == tooLarge)
  #expect(await refusal { try await accounts.update(session.proof, displayName: nil, photoURL: over) } == tooLarge)
  #expect(try await accounts.lookup(session.proof).displayName == fits)
}

@Test func `an owner removes the account with all that hangs on it, and no other`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  let session = try await accounts.signUpAda()
  let bystander = try await accounts.login(.anonymous)
  try await accounts.sendEmailVerification(session.proof)
  _ = try await accounts.save(profile, session.proof)
  _ = try await accounts.save(profile, bystander.proof)
  try await accounts.deleteAccount(session.proof)
  #expect(await refusal { try await accounts.lookup(session.proof) } == .userTokenExpired)
  #expect(await refusal { try await accounts.account(ada) } == .userNotFound)
  let database = try store.connection()
  for (table, left) in [("accounts", 1), ("sessions", 1), ("codes", 0), ("users", 1)] {
    #expect(try database.number("SELECT count(*) FROM \(table)") == Int64(left))
  }
  #expect(try await accounts.profile(bystander.proof)?.username == "ada")
}

@Test func `a profile belongs to its owner, whatever it says of itself`() async throws {
  let accounts = try TestStore().open()
  let session = try await accounts.signUpAda()
  #expect(try await accounts.profile(session.proof) == nil)
  var expected = profile
  (expected.id, expected.email) = (session.account.uid, ada)
  #expect(try await accounts.save(profile, session.proof) == expected)
  #expect(try await accounts.profile(session.proof) == expected)
  #expect(try await accounts.profile(of: ada) == expected)
  expected.bio = "analyst / \u{1F4BB} \"and\" more\n"
  expected.profileImageUrl = "https://x/y"
  #expect(try await accounts.save(expected, session.proof) == expected)
  #expect(try await accounts.profile(session.proof) == expected)
  let guest = try await accounts.login(.anonymous)
  #expect(try await accounts.save(expected, guest.proof).email == "")
  #expect(try await accounts.profile(of: guest.account.uid)?.id == guest.account.uid)
}

@Test func `a profile shows the address that the account has today`() async throws {
  let accounts = try TestStore().open()
  let session = try await accounts.signUpAda()
  _ = try await accounts.save(profile, session.proof)
  try await accounts.sendEmailChange(session.proof, to: "b@x")
  _ = try await accounts.apply(code: accounts.newestCode())
  #expect(try await accounts.profile(of: "b@x")?.email == "b@x")
}

@Test func `a profile is kept as JSON with its members in order`() async throws {
  let store = try TestStore()
  let session = try await store.open().signUpAda()
  _ = try await store.open().save(profile, session.proof)
  let body = try store.connection().first("SELECT body FROM users") { $0.text(0) }
  #expect(body == #"{"email":"\#(ada)","id":"\#(session.account.uid)","name":"Ada","username":"ada"}"#)
}

@Test func `a profile of 65,536 bytes is taken and one of a byte more is not`() async throws {
  let accounts = try TestStore().open()
  let session = try await accounts.signUpAda()
  var large = profile
  large.bio = ""
  let rest = #"{"bio":"","email":"\#(ada)","id":"\#(session.account.uid)","name":"Ada","username":"ada"}"#.utf8.count
  large.bio = String(repeating: "x", count: Profile.largest - rest)
  let saved = try await accounts.save(large, session.proof)
  large.bio? += "x"
  #expect(
    await refusal { try await accounts.save(large, session.proof) } == .documentTooLarge(limit: Profile.largest))
  #expect(try await accounts.profile(session.proof) == saved)
}

@Test func `a profile that cannot be read is told as damage`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  let session = try await accounts.signUpAda()
  _ = try await accounts.save(profile, session.proof)
  try store.connection().run("UPDATE users SET body = '{'")
  #expect(await refusal { try await accounts.profile(session.proof) } == .store(.corrupt))
}

@Test func `every request of an owner asks for the token`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  _ = try await accounts.signUpAda()
  let none = Secret("x")
  let answers = [
    await refusal { try await accounts.lookup(none) },
    await refusal { try await accounts.reauthenticate(none, password: password) },
    await refusal { try await accounts.link(none, email: "b@x", password: password) },
    await refusal { try await accounts.update(none, displayName: nil, photoURL: nil) },
    await refusal { try await accounts.changePassword(none, to: password) },
    await refusal { try await accounts.deleteAccount(none) },
    await refusal { try await accounts.sendEmailVerification(none) },
    await refusal { try await accounts.sendEmailChange(none, to: "b@x") },
    await refusal { try await accounts.sessions(none) },
    await refusal { try await accounts.revokeSessions(none) },
    await refusal { try await accounts.profile(none) },
    await refusal { try await accounts.save(profile, none) },
  ]
  #expect(answers.allSatisfy { $0 == .userTokenExpired })
}
