import Accounts
import Foundation
import LocalAccounts
import Testing

@Test func `accounts come in order of creation, no more than asked`() async throws {
  let accounts = try TestStore().open()
  for name in ["c", "a", "b"] { _ = try await accounts.createUser(email: "\(name)@x", password: password) }
  #expect(try await accounts.accounts(limit: 10).map(\.email) == ["c@x", "a@x", "b@x"])
  #expect(try await accounts.accounts(limit: 2).map(\.email) == ["c@x", "a@x"])
  #expect(try await accounts.accounts(limit: 0).isEmpty)
  #expect(try await accounts.accounts(limit: -1).isEmpty)
}

@Test func `an account is found by its uid and by its address in any case`() async throws {
  let accounts = try TestStore().open()
  let session = try await accounts.createUser(email: ada, password: password)
  for key in [session.account.uid, ada, "ADA@EXAMPLE.COM"] {
    let found = try await accounts.account(key)
    #expect(found.account == session.account && found.sessions == 1)
  }
}

@Test(arguments: ["nobody@example.com", "nobody", "", "@", "a@b@c", "'; DROP TABLE accounts; --"])
func `a key that nobody has is not found, whatever is asked of it`(_ key: String) async throws {
  let accounts = try TestStore().open()
  _ = try await accounts.createUser(email: ada, password: password)
  #expect(await refusal { try await accounts.account(key) } == .userNotFound)
  #expect(await refusal { try await accounts.setDisabled(key, true) } == .userNotFound)
  #expect(await refusal { try await accounts.delete(key) } == .userNotFound)
  #expect(await refusal { try await accounts.revoke(key) } == .userNotFound)
  #expect(try await accounts.accounts(limit: 9).count == 1)
}

@Test func `a deleted account takes its sessions along and frees its address`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  let session = try await accounts.createUser(email: ada, password: password)
  #expect(try await accounts.delete(ada) == session.account)
  #expect(await refusal { try await accounts.autoLogin(session.refreshToken) } == .userTokenExpired)
  #expect(await refusal { try await accounts.account(session.account.uid) } == .userNotFound)
  #expect(try store.connection().number("SELECT count(*) FROM sessions") == 0)
  let again = try await accounts.createUser(email: ada, password: password)
  #expect(again.account.uid != session.account.uid)
}

@Test func `revoking ends every session at once and none that begins later`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  let session = try await accounts.createUser(email: ada, password: password)
  _ = try await accounts.login(.password(email: ada, password))
  store.clock.advance(5)
  let bystander = try await accounts.login(.anonymous)
  let revoked = try await accounts.revoke(ada)
  #expect(revoked.sessions == 2 && revoked.account.validSince == store.clock.now())
  #expect(await refusal { try await accounts.userInfo(session.refreshToken) } == .userTokenExpired)
  _ = try await accounts.userInfo(bystander.refreshToken)
  let later = try await accounts.login(.password(email: ada, password))
  #expect(try await accounts.userInfo(later.refreshToken) == later.account)
  #expect(try await accounts.account(ada).sessions == 1)
}

@Test func `a session from before validSince is refused and not counted`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  let session = try await accounts.createUser(email: ada, password: password)
  try store.connection().run("UPDATE accounts SET valid_since = valid_since + 1")
  #expect(await refusal { try await accounts.userInfo(session.refreshToken) } == .userTokenExpired)
  #expect(try await accounts.account(ada).sessions == 0)
}

@Test func `the clock's offset holds for every process, and can be taken back`() async throws {
  let store = try TestStore()
  let (one, two) = (store.open(), store.open())
  #expect(try await two.clockOffset() == .zero)
  try await one.setClockOffset(.seconds(3600))
  #expect(try await two.clockOffset() == .seconds(3600))
  let session = try await two.createUser(email: ada, password: password)
  #expect(session.account.createdAt == store.clock.now() + 3600)
  try await two.setClockOffset(.zero)
  #expect(try await one.login(.anonymous).account.createdAt == store.clock.now())
}

@Test func `sessions opened after the clock went back are accepted`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  try await accounts.setClockOffset(.seconds(3600))
  _ = try await accounts.createUser(email: ada, password: password)
  try await accounts.setClockOffset(.seconds(-86_400 * 365))
  let session = try await accounts.login(.password(email: ada, password))
  #expect(try await accounts.userInfo(session.refreshToken) == session.account)
  let before = session.account.validSince
  #expect(try await accounts.revoke(ada).account.validSince == before)
}

@Test(arguments: [Duration.nanoseconds(Int64.max), .nanoseconds(Int64.min), .nanoseconds(1), .nanoseconds(-1)])
func `an offset comes back to the nanosecond, also the furthest`(_ offset: Duration) async throws {
  let accounts = try TestStore().open()
  try await accounts.setClockOffset(offset)
  #expect(try await accounts.clockOffset() == offset)
  _ = try await accounts.createUser(email: ada, password: password)
}

@Test func `an offset beyond counting is refused and changes nothing`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  for far in [Duration.seconds(Int64.max), .seconds(Int64.min), .seconds(10_000_000_000)] {
    #expect(await refusal { try await accounts.setClockOffset(far) } == .operationNotAllowed)
  }
  #expect(!store.exists)
}

@Test func `an operator makes an account without signing in`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  for _ in 0..<5 { _ = await refusal { try await accounts.login(.password(email: ada, password)) } }
  var wanted = NewAccount(email: "ADA@example.com", password: password)
  (wanted.isEmailVerified, wanted.displayName) = (true, "Ada")
  let made = try await accounts.create(wanted)
  let now = store.clock.now()
  #expect(
    made
      == Account(
        uid: made.uid, email: ada, isEmailVerified: true, displayName: "Ada", providers: ["password"], createdAt: now,
        lastSignInAt: now, validSince: now))
  #expect(try await accounts.account(ada).sessions == 0)
  #expect(try await accounts.login(.password(email: ada, password)).account.uid == made.uid)
  #expect(await refusal { try await accounts.create(wanted) } == .emailAlreadyInUse)
}

@Test func `an account may be closed from the start`() async throws {
  let accounts = try TestStore().open()
  var wanted = NewAccount(email: ada, password: password)
  wanted.isDisabled = true
  #expect(try await accounts.create(wanted).isDisabled)
  #expect(await refusal { try await accounts.login(.password(email: ada, password)) } == .userDisabled)
}

@Test func `an operator is asked for no less than a person who signs up`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  #expect(await refusal { try await accounts.create(NewAccount(email: "ada", password: password)) } == .invalidEmail)
  #expect(
    await refusal { try await accounts.create(NewAccount(email: ada, password: Secret("five5"))) }
      == .weakPassword(minimum: 6))
  var wanted = NewAccount(email: ada, password: password)
  wanted.displayName = String(repeating: "x", count: 1_025)
  #expect(await refusal { try await accounts.create(wanted) } == .documentTooLarge(limit: 1_024))
  #expect(!store.exists)
}

@Test func `an operator is told of a profile only where there is an account`() async throws {
  let accounts = try TestStore().open()
  #expect(await refusal { try await accounts.profile(of: ada) } == .userNotFound)
  _ = try await accounts.signUpAda()
  #expect(try await accounts.profile(of: ada) == nil)
}
