import Accounts
import Foundation
import LocalAccounts
import Testing

private let wrong = Secret("wrong one")
private let other = Secret("another one")

@Test func `a proof moves the time of the proof and gives new tokens of the same session`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  let session = try await accounts.signUpAda()
  store.clock.advance(1000)
  let proved = try await accounts.reauthenticate(session.proof, password: password)
  #expect(proved.account.uid == session.account.uid && proved.account.lastSignInAt == store.clock.now())
  let (before, after) = (try JSONWebToken(session.proof), try JSONWebToken(proved.proof))
  #expect(after.text("sid") == before.text("sid"))
  #expect(after.number("auth_time") == 1_700_001_000 && before.number("auth_time") == 1_700_000_000)
  #expect(proved.refreshToken != session.refreshToken)
  _ = try await accounts.userInfo(session.refreshToken)
  _ = try await accounts.userInfo(proved.refreshToken)
  #expect(await refusal { try await accounts.userInfo(session.refreshToken) } == .userTokenExpired)
}

@Test func `a wrong proof is counted with the failed sign-ins and locks as they do`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  let session = try await accounts.signUpAda()
  for _ in 0..<3 {
    #expect(await refusal { try await accounts.reauthenticate(session.proof, password: wrong) } == .invalidCredential)
  }
  for _ in 0..<2 { _ = await refusal { try await accounts.login(.password(email: ada, wrong)) } }
  let locked = AuthError.tooManyRequests(retryAfter: .seconds(30))
  #expect(await refusal { try await accounts.reauthenticate(session.proof, password: password) } == locked)
  #expect(await refusal { try await accounts.login(.password(email: ada, password)) } == locked)
  store.clock.advance(30)
  _ = try await accounts.reauthenticate(session.proof, password: password)
  for _ in 0..<4 { _ = await refusal { try await accounts.reauthenticate(session.proof, password: wrong) } }
  _ = try await accounts.login(.password(email: ada, password))
}

@Test func `an anonymous account has nothing to prove with`() async throws {
  let accounts = try TestStore().open()
  let proof = try await accounts.login(.anonymous).proof
  #expect(await refusal { try await accounts.reauthenticate(proof, password: password) } == .noSuchProvider)
  #expect(await refusal { try await accounts.changePassword(proof, to: password) } == .noSuchProvider)
  #expect(await refusal { try await accounts.sendEmailVerification(proof) } == .noSuchProvider)
  #expect(await refusal { try await accounts.sendEmailChange(proof, to: ada) } == .noSuchProvider)
}

@Test(arguments: [false, true])
func `a proof is recent for five minutes to the dot`(_ isAnonymous: Bool) async throws {
  let store = try TestStore()
  let accounts = store.open()
  let session = isAnonymous ? try await accounts.login(.anonymous) : try await accounts.signUpAda()
  store.clock.advance(300.000_001)
  #expect(await refusal { try await accounts.deleteAccount(session.proof) } == .requiresRecentLogin)
  if !isAnonymous {
    #expect(await refusal { try await accounts.changePassword(session.proof, to: other) } == .requiresRecentLogin)
    #expect(await refusal { try await accounts.sendEmailChange(session.proof, to: "b@x") } == .requiresRecentLogin)
  }
  // New tokens are no proof.
  let fresh = try await accounts.refresh(session.refreshToken)
  #expect(await refusal { try await accounts.deleteAccount(fresh.proof) } == .requiresRecentLogin)
  store.clock.advance(-0.000_001)
  if !isAnonymous { try await accounts.sendEmailChange(fresh.proof, to: "b@x") }
  try await accounts.deleteAccount(fresh.proof)
  #expect(try await accounts.accounts(limit: 9).isEmpty)
}

@Test func `a proof in the future counts, for the clock went back`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  let session = try await accounts.signUpAda()
  store.clock.advance(-86_400)
  try await accounts.deleteAccount(session.proof)
}

@Test func `a new password ends all other sessions and goes on in this one`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  let elsewhere = try await accounts.signUpAda()
  let here = try await accounts.login(.password(email: ada, password))
  store.clock.advance(10)
  let fresh = try await accounts.changePassword(here.proof, to: other)
  #expect(fresh.account.validSince == store.clock.now())
  #expect(await refusal { try await accounts.lookup(elsewhere.proof) } == .userTokenExpired)
  #expect(await refusal { try await accounts.refresh(elsewhere.refreshToken) } == .userTokenExpired)
  #expect(try await accounts.lookup(fresh.proof) == fresh.account)
  #expect(try await accounts.sessions(fresh.proof).map(\.isCurrent) == [true])
  #expect(await refusal { try await accounts.login(.password(email: ada, password)) } == .invalidCredential)
  _ = try await accounts.login(.password(email: ada, other))
}

@Test func `ID tokens from before a new password are too old, and the refresh token gets others`() async throws {
  let accounts = try TestStore().open()
  let session = try await accounts.signUpAda()
  let fresh = try await accounts.changePassword(session.proof, to: other)
  #expect(await refusal { try await accounts.lookup(session.proof) } == .idTokenExpired)
  // The client died before it kept the answer.
  let again = try await accounts.refresh(session.refreshToken)
  #expect(try await accounts.lookup(again.proof) == fresh.account)
  #expect(try await accounts.lookup(fresh.proof) == fresh.account)
  #expect(await refusal { try await accounts.refresh(fresh.refreshToken) } == .userTokenExpired)
}

@Test func `a new password takes back the codes that somebody with the old one may have sent`() async throws {
  let accounts = try TestStore().open()
  let session = try await accounts.signUpAda()
  try await accounts.sendEmailVerification(session.proof)
  try await accounts.sendEmailChange(session.proof, to: "mallory@x")
  try await accounts.sendPasswordReset(email: ada)
  _ = try await accounts.changePassword(session.proof, to: other)
  let states = try await accounts.outbox(to: nil, limit: 9).map { [$0.code.purpose.rawValue, $0.state.rawValue] }
  #expect(states == [["resetPassword", "spent"], ["verifyAndChangeEmail", "spent"], ["verifyEmail", "open"]])
}

@Test func `a new password that is too short is refused first of all`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  let short = AuthError.weakPassword(minimum: 6)
  #expect(await refusal { try await accounts.changePassword(Secret("x"), to: Secret("five5")) } == short)
  #expect(await refusal { try await accounts.link(Secret("x"), email: ada, password: Secret("five5")) } == short)
  #expect(await refusal { try await accounts.link(Secret("x"), email: "ada", password: password) } == .invalidEmail)
  #expect(await refusal { try await accounts.resetPassword(code: Secret("x"), to: Secret("five5")) } == short)
  #expect(await refusal { try await accounts.changePassword(Secret("x"), to: password) } == .userTokenExpired)
  #expect(!store.exists)
}

@Test func `an anonymous account gets an address and a password and stays the same`() async throws {
  let accounts = try TestStore().open()
  let guest = try await accounts.login(.anonymous)
  for _ in 0..<5 { _ = await refusal { try await accounts.login(.password(email: ada, wrong)) } }
  let linked = try await accounts.link(guest.proof, email: "ADA@example.com", password: password)
  #expect(linked.account.uid == guest.account.uid && linked.account.email == ada)
  #expect(linked.account.providers == ["password"] && !linked.account.isEmailVerified)
  #expect(linked.refreshToken != guest.refreshToken)
  #expect(try JSONWebToken(linked.proof).text("provider_id") == nil)
  #expect(try JSONWebToken(linked.proof).text("sid") == JSONWebToken(guest.proof).text("sid"))
  _ = try await accounts.autoLogin(guest.refreshToken)
  _ = try await accounts.autoLogin(linked.refreshToken)
  #expect(await refusal { try await accounts.autoLogin(guest.refreshToken) } == .userTokenExpired)
  #expect(try await accounts.login(.password(email: ada, password)).account.uid == guest.account.uid)
}

@Test func `an account is linked once, and not to somebody's address`() async throws {
  let accounts = try TestStore().open()
  let session = try await accounts.signUpAda()
  let again = await refusal { try await accounts.link(session.proof, email: "b@x", password: password) }
  #expect(again == .providerAlreadyLinked)
  let guest = try await accounts.login(.anonymous)
  #expect(await refusal { try await accounts.link(guest.proof, email: ada, password: password) } == .emailAlreadyInUse)
  #expect(try await accounts.lookup(guest.proof).isAnonymous)
}

@Test func `of many who link to one address at once exactly one gets it`() async throws {
  let store = try TestStore()
  let both = [store.open(), store.open()]
  let answers = await withTaskGroup(of: AuthError?.self) { group in
    for task in 0..<16 {
      group.addTask {
        await refusal {
          let guest = try await both[task % 2].login(.anonymous)
          return try await both[(task + 1) % 2].link(guest.proof, email: ada, password: password)
        }
      }
    }
    return await group.reduce(into: []) { $0.append($1) }
  }
  #expect(answers.count { $0 == nil } == 1 && answers.count { $0 == .emailAlreadyInUse } == 15)
}
