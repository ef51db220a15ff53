import Accounts
import LocalAccounts
import Testing

@Test func `a new account is signed in, and its fields are those of a fresh one`() async throws {
  let store = try TestStore()
  let session = try await store.open().createUser(email: "Ada@Example.COM", password: password)
  let now = store.clock.now()
  #expect(session.account.uid.count == 28)
  #expect(
    session.account
      == Account(
        uid: session.account.uid, email: ada, providers: ["password"], createdAt: now, lastSignInAt: now,
        validSince: now))
  #expect(session.refreshToken.reveal().count == 43)
}

@Test func `the right password opens a new session, whatever the case of the address`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  let first = try await accounts.createUser(email: ada, password: password)
  store.clock.advance(60)
  let second = try await accounts.login(.password(email: "ADA@example.com", password))
  #expect(second.account.uid == first.account.uid)
  #expect(second.account.lastSignInAt == store.clock.now())
  #expect(second.account.createdAt == first.account.createdAt)
  #expect(second.refreshToken != first.refreshToken)
  #expect(try await accounts.account(ada).sessions == 2)
}

@Test func `a wrong password and an unknown address get one and the same answer`() async throws {
  let accounts = try TestStore().open()
  _ = try await accounts.createUser(email: ada, password: password)
  #expect(await refusal { try await accounts.login(.password(email: ada, Secret("wrong one"))) } == .invalidCredential)
  #expect(await refusal { try await accounts.login(.password(email: "bob@b.c", password)) } == .invalidCredential)
}

@Test func `a closed account is told only to who knows its password`() async throws {
  let accounts = try TestStore().open()
  let session = try await accounts.createUser(email: ada, password: password)
  #expect(try await accounts.setDisabled(ada, true).isDisabled)
  #expect(await refusal { try await accounts.login(.password(email: ada, Secret("wrong one"))) } == .invalidCredential)
  #expect(await refusal { try await accounts.login(.password(email: ada, password)) } == .userDisabled)
  #expect(await refusal { try await accounts.autoLogin(session.refreshToken) } == .userDisabled)
  #expect(try await !accounts.setDisabled(ada, false).isDisabled)
  #expect(try await accounts.autoLogin(session.refreshToken).account.uid == session.account.uid)
}

@Test func `an address can be had once`() async throws {
  let accounts = try TestStore().open()
  _ = try await accounts.createUser(email: ada, password: password)
  #expect(
    await refusal { try await accounts.createUser(email: "ADA@EXAMPLE.com", password: password) } == .emailAlreadyInUse)
}

@Test func `composed and decomposed letters are the same address and the same password`() async throws {
  let accounts = try TestStore().open()
  _ = try await accounts.createUser(email: "zoë@example.com", password: Secret("pässwörd"))
  let session = try await accounts.login(.password(email: "ZOE\u{308}@example.com", Secret("pa\u{308}sswo\u{308}rd")))
  #expect(session.account.email == "zoë@example.com")
}

@Test func `what cannot be an address or is too short never reaches the store`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  #expect(await refusal { try await accounts.createUser(email: "ada", password: password) } == .invalidEmail)
  #expect(await refusal { try await accounts.login(.password(email: "ada@", password)) } == .invalidEmail)
  #expect(
    await refusal { try await accounts.createUser(email: ada, password: Secret("five5")) } == .weakPassword(minimum: 6))
  #expect(!store.exists)
}

@Test func `an anonymous account has neither address nor password`() async throws {
  let accounts = try TestStore().open()
  let one = try await accounts.login(.anonymous)
  let two = try await accounts.login(.anonymous)
  #expect(one.account.isAnonymous && one.account.email == nil)
  #expect(one.account.uid != two.account.uid)
  #expect(try await accounts.userInfo(one.refreshToken) == one.account)
}

@Test func `a session that was ended, and a token that was never given out, are refused`() async throws {
  let accounts = try TestStore().open()
  let session = try await accounts.createUser(email: ada, password: password)
  try await accounts.logout(session.refreshToken)
  try await accounts.logout(session.refreshToken)
  #expect(await refusal { try await accounts.autoLogin(session.refreshToken) } == .userTokenExpired)
  #expect(await refusal { try await accounts.userInfo(Secret("")) } == .userTokenExpired)
}

@Test func `the same seed gives the same uid and token`() async throws {
  var sessions: [Session] = []
  for _ in 0..<2 {
    let accounts = try TestStore().open(random: SeededRandom(seed: 7))
    sessions.append(try await accounts.createUser(email: ada, password: password))
  }
  #expect(sessions[0] == sessions[1])
}

@Test func `a token is kept as its hash only`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  let session = try await accounts.createUser(email: ada, password: password)
  let kept = try store.connection().first("SELECT hex(token) FROM sessions") { $0.text(0) }
  #expect(kept??.count == 64)
  let dump = try store.connection().all("SELECT uid || email || password FROM accounts") { $0.text(0) ?? "" }.joined()
  #expect(dump.contains("$scrypt$ln=4,r=8,p=3$"))
  #expect(!dump.contains(password.reveal()) && !dump.contains(session.refreshToken.reveal()))
}
