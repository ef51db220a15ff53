import Accounts
import LocalAccounts
import Testing

private let wrong = Secret("wrong one")

extension LocalAccounts {
  /// Fails to sign in `count` times and returns the last answer.
  fileprivate func fail(_ count: Int, as email: String = ada) async -> AuthError? {
    var last: AuthError?
    for _ in 0..<count { last = await refusal { try await login(.password(email: email, wrong)) } }
    return last
  }
}

@Test(arguments: [ada, "nobody@example.com"])
func `five failures lock an address, whether an account has it or not`(_ email: String) async throws {
  let store = try TestStore()
  let accounts = store.open()
  _ = try await accounts.createUser(email: ada, password: password)
  #expect(await accounts.fail(5, as: email) == .invalidCredential)
  for wait in [30, 60, 120, 240, 480, 900, 900] {
    let locked = AuthError.tooManyRequests(retryAfter: .seconds(wait))
    #expect(await accounts.fail(1, as: email) == locked)
    #expect(await refusal { try await accounts.login(.password(email: email, password)) } == locked)
    store.clock.advance(Double(wait) - 0.5)
    #expect(await accounts.fail(1, as: email) == .tooManyRequests(retryAfter: .seconds(1)))
    store.clock.advance(0.5)
    #expect(await accounts.fail(1, as: email) == .invalidCredential)
  }
}

@Test func `the right password after the wait opens, and its failures are forgotten`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  _ = try await accounts.createUser(email: ada, password: password)
  _ = await accounts.fail(5)
  store.clock.advance(30)
  _ = try await accounts.login(.password(email: ada, password))
  #expect(await accounts.fail(4) == .invalidCredential)
  _ = try await accounts.login(.password(email: ada, password))
}

@Test func `one address's failures do not lock another`() async throws {
  let accounts = try TestStore().open()
  _ = try await accounts.createUser(email: ada, password: password)
  _ = await accounts.fail(9, as: "bob@example.com")
  _ = try await accounts.login(.password(email: ada, password))
}

@Test func `a clock that goes back ends a wait instead of stretching it`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  _ = try await accounts.createUser(email: ada, password: password)
  _ = await accounts.fail(6)
  store.clock.advance(-3600)
  _ = try await accounts.login(.password(email: ada, password))
}

@Test func `failures of yesterday count no more`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  _ = await accounts.fail(4)
  store.clock.advance(86_401)
  #expect(await accounts.fail(4) == .invalidCredential)
  #expect(try store.connection().number("SELECT failures FROM attempts") == 4)
}

@Test func `signing up with an address forgives what was tried with it`() async throws {
  let accounts = try TestStore().open()
  _ = await accounts.fail(5)
  _ = try await accounts.createUser(email: ada, password: password)
  _ = try await accounts.login(.password(email: ada, password))
}

@Test func `guesses sent all at once do not slip past the lock`() async throws {
  let store = try TestStore()
  let accounts = [store.open(), store.open()]
  _ = try await accounts[0].createUser(email: ada, password: password)
  let answers = await withTaskGroup(of: AuthError?.self) { group in
    for guess in 0..<40 { group.addTask { await accounts[guess % 2].fail(1) } }
    return await group.reduce(into: []) { $0.append($1) }
  }
  #expect(answers.count { $0 == .invalidCredential } == 5)
  #expect(answers.count { $0 == .tooManyRequests(retryAfter: .seconds(30)) } == 35)
}
