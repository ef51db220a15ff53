import Accounts
import LocalAccounts
import Testing

/// A session that has been refreshed once: `old` is what it had, `new` what it has.
private func refreshed(_ store: TestStore) async throws -> (accounts: LocalAccounts, old: Secret, new: Secret) {
  let accounts = store.open()
  let session = try await accounts.signUpAda()
  return (accounts, session.refreshToken, try await accounts.refresh(session.refreshToken).refreshToken)
}

@Test func `refreshing gives new tokens of the same session`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  let session = try await accounts.signUpAda()
  store.clock.advance(60)
  let fresh = try await accounts.refresh(session.refreshToken)
  #expect(fresh.account == session.account)
  #expect(fresh.refreshToken != session.refreshToken && fresh.idToken != session.idToken)
  let (before, after) = (try JSONWebToken(session.proof), try JSONWebToken(fresh.proof))
  #expect(before.text("sid") == after.text("sid") && after.number("auth_time") == before.number("auth_time"))
  #expect(try await accounts.account(ada).sessions == 1)
  #expect(try await accounts.lookup(session.proof).uid == session.account.uid)
}

@Test func `the old token is good until the new one is used`() async throws {
  for use in 0..<3 {
    let store = try TestStore()
    let (accounts, old, new) = try await refreshed(store)
    #expect(try await accounts.autoLogin(old).refreshToken == old)
    _ = try await accounts.userInfo(old)
    switch use {
    case 0: _ = try await accounts.autoLogin(new)
    case 1: _ = try await accounts.userInfo(new)
    default: _ = try await accounts.refresh(new)
    }
    #expect(await refusal { try await accounts.autoLogin(old) } == .userTokenExpired)
    #expect(await refusal { try await accounts.userInfo(old) } == .userTokenExpired)
    #expect(await refusal { try await accounts.refresh(old) } == .userTokenExpired)
    _ = try await accounts.userInfo(new)
  }
}

@Test func `a client that lost the new token goes on with the old one, and the lost one is refused`() async throws {
  let store = try TestStore()
  let (accounts, old, lost) = try await refreshed(store)
  let again = try await accounts.refresh(old).refreshToken
  #expect(await refusal { try await accounts.autoLogin(lost) } == .userTokenExpired)
  let third = try await accounts.refresh(old).refreshToken
  #expect(await refusal { try await accounts.refresh(again) } == .userTokenExpired)
  _ = try await accounts.autoLogin(third)
  #expect(await refusal { try await accounts.refresh(old) } == .userTokenExpired)
  #expect(try await accounts.account(ada).sessions == 1)
}

@Test(arguments: [false, true])
func `signing out with either token ends the session for both`(_ useOld: Bool) async throws {
  let store = try TestStore()
  let (accounts, old, new) = try await refreshed(store)
  try await accounts.logout(useOld ? old : new)
  try await accounts.logout(old)
  for token in [old, new] { #expect(await refusal { try await accounts.userInfo(token) } == .userTokenExpired) }
  #expect(try await accounts.account(ada).sessions == 0)
}

@Test func `a token that was never given out refreshes nothing, with and without a store`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  #expect(await refusal { try await accounts.refresh(Secret("x")) } == .userTokenExpired)
  #expect(!store.exists)
  _ = try await accounts.signUpAda()
  for text in ["", "x"] { #expect(await refusal { try await accounts.refresh(Secret(text)) } == .userTokenExpired) }
}

@Test func `neither token is kept as its text`() async throws {
  let store = try TestStore()
  let (_, old, new) = try await refreshed(store)
  let dump = try store.connection().all("SELECT hex(token), hex(previous) FROM sessions") { (row) in
    (row.text(0) ?? "") + (row.text(1) ?? "")
  }
  #expect(dump.count == 1 && dump[0].count == 128)
  #expect(!dump[0].contains(old.reveal()) && !dump[0].contains(new.reveal()))
}

@Test func `only the first use of a new token needs to write`() async throws {
  let store = try TestStore()
  let session = try await store.open().signUpAda()
  let accounts = store.open(busyTimeout: .milliseconds(20))
  let new = try await accounts.refresh(session.refreshToken).refreshToken
  let other = try store.connection()
  try other.script("BEGIN IMMEDIATE")
  #expect(await refusal { try await accounts.autoLogin(new) } == .store(.locked))
  try other.script("ROLLBACK")
  _ = try await accounts.autoLogin(new)
  try other.script("BEGIN IMMEDIATE")
  #expect(try await accounts.autoLogin(new).account == session.account)
  try other.script("ROLLBACK")
}
