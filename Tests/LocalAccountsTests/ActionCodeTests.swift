import Accounts
import Foundation
import LocalAccounts
import Testing

private let other = Secret("another one")
private let newAddress = "countess@example.com"

extension LocalAccounts {
  /// Sends a code of one kind to Ada and returns it.
  fileprivate func send(_ purpose: ActionCode.Purpose, _ session: Session) async throws -> Secret {
    switch purpose {
    case .verifyEmail: try await sendEmailVerification(session.proof)
    case .verifyAndChangeEmail: try await sendEmailChange(session.proof, to: newAddress)
    case .resetPassword: try await sendPasswordReset(email: ada)
    }
    return try await newestCode()
  }

  /// Spends a code in the way its kind asks for.
  fileprivate func spend(_ code: Secret, _ purpose: ActionCode.Purpose) async throws -> ActionCode {
    purpose == .resetPassword ? try await resetPassword(code: code, to: other) : try await apply(code: code)
  }
}

extension ActionCode {
  fileprivate static func ada(_ purpose: Purpose) -> ActionCode {
    ActionCode(
      purpose: purpose, email: LocalAccountsTests.ada, newEmail: purpose == .verifyAndChangeEmail ? newAddress : nil)
  }
}

private func life(_ purpose: ActionCode.Purpose) -> Double { purpose == .resetPassword ? 3_600 : 259_200 }

@Test(arguments: ActionCode.Purpose.allCases)
func `a mail holds a code of 54 letters, whom it is for, and how long`(_ purpose: ActionCode.Purpose) async throws {
  let store = try TestStore()
  let accounts = store.open()
  let code = try await accounts.send(purpose, try await accounts.signUpAda())
  #expect(code.reveal().wholeMatch(of: /[A-Za-z0-9_-]{54}/) != nil)
  let now = store.clock.now()
  let recipient = purpose == .verifyAndChangeEmail ? newAddress : ada
  let mail = OutboxMessage(
    to: recipient, code: .ada(purpose), text: code, sentAt: now, expiresAt: now + life(purpose), state: .open)
  #expect(try await accounts.outbox(to: nil, limit: 9) == [mail])
  #expect(try await accounts.outbox(to: recipient.uppercased(), limit: 9) == [mail])
}

@Test(arguments: ActionCode.Purpose.allCases)
func `a code is good once, and asking what it is for spends nothing`(_ purpose: ActionCode.Purpose) async throws {
  let accounts = try TestStore().open()
  let code = try await accounts.send(purpose, try await accounts.signUpAda())
  for _ in 0..<2 { #expect(try await accounts.check(code: code) == .ada(purpose)) }
  #expect(try await accounts.spend(code, purpose) == .ada(purpose))
  #expect(await refusal { try await accounts.check(code: code) } == .invalidActionCode)
  #expect(await refusal { try await accounts.spend(code, purpose) } == .invalidActionCode)
  #expect(try await accounts.outbox(to: nil, limit: 9).map(\.state) == [.spent])
}

@Test(arguments: ActionCode.Purpose.allCases)
func `a code's time ends to the dot`(_ purpose: ActionCode.Purpose) async throws {
  let store = try TestStore()
  let accounts = store.open()
  let code = try await accounts.send(purpose, try await accounts.signUpAda())
  store.clock.advance(life(purpose))
  #expect(await refusal { try await accounts.check(code: code) } == .expiredActionCode)
  #expect(await refusal { try await accounts.spend(code, purpose) } == .expiredActionCode)
  #expect(try await accounts.outbox(to: nil, limit: 9).map(\.state) == [.expired])
  store.clock.advance(-0.000_01)
  #expect(try await accounts.spend(code, purpose) == .ada(purpose))
}

@Test(arguments: ActionCode.Purpose.allCases)
func `a newer code of a kind spends the earlier one and no other`(_ purpose: ActionCode.Purpose) async throws {
  let accounts = try TestStore().open()
  let session = try await accounts.signUpAda()
  for purpose in ActionCode.Purpose.allCases { _ = try await accounts.send(purpose, session) }
  let old = try #require(try await accounts.outbox(to: nil, limit: 9).first { $0.code.purpose == purpose }).text
  let new = try await accounts.send(purpose, session)
  #expect(await refusal { try await accounts.check(code: old) } == .invalidActionCode)
  #expect(try await accounts.check(code: new) == .ada(purpose))
  #expect(try await accounts.outbox(to: nil, limit: 9).count { $0.state == .open } == 3)
}

@Test(arguments: ActionCode.Purpose.allCases)
func `a closed account's code is told as such and stays`(_ purpose: ActionCode.Purpose) async throws {
  let accounts = try TestStore().open()
  let code = try await accounts.send(purpose, try await accounts.signUpAda())
  _ = try await accounts.setDisabled(ada, true)
  #expect(try await accounts.check(code: code) == .ada(purpose))
  #expect(await refusal { try await accounts.spend(code, purpose) } == .userDisabled)
  _ = try await accounts.setDisabled(ada, false)
  #expect(try await accounts.spend(code, purpose) == .ada(purpose))
}

@Test func `a code for one thing is not good for another`() async throws {
  let accounts = try TestStore().open()
  let session = try await accounts.signUpAda()
  let reset = try await accounts.send(.resetPassword, session)
  #expect(await refusal { try await accounts.apply(code: reset) } == .invalidActionCode)
  for purpose in [ActionCode.Purpose.verifyEmail, .verifyAndChangeEmail] {
    let code = try await accounts.send(purpose, session)
    #expect(await refusal { try await accounts.resetPassword(code: code, to: other) } == .invalidActionCode)
  }
  #expect(try await accounts.outbox(to: nil, limit: 9).allSatisfy { $0.state == .open })
}

@Test func `a code that was never sent is refused, with and without a store`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  for _ in 0..<2 {
    for code in [Secret(""), Secret("x"), Secret("' OR 1=1 --")] {
      #expect(await refusal { try await accounts.check(code: code) } == .invalidActionCode)
      #expect(await refusal { try await accounts.apply(code: code) } == .invalidActionCode)
      #expect(await refusal { try await accounts.resetPassword(code: code, to: other) } == .invalidActionCode)
    }
    if !store.exists { _ = try await accounts.signUpAda() }
  }
}

@Test func `proving the address marks it and leaves sessions alone`() async throws {
  let accounts = try TestStore().open()
  let session = try await accounts.signUpAda()
  _ = try await accounts.apply(code: try await accounts.send(.verifyEmail, session))
  #expect(try await accounts.lookup(session.proof).isEmailVerified)
  let fresh = try await accounts.refresh(session.refreshToken)
  #expect(try JSONWebToken(fresh.proof).claims["email_verified"] as? Bool == true)
}

@Test func `changing the address proves it, ends all sessions and takes back all other codes`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  let session = try await accounts.signUpAda()
  for purpose in [ActionCode.Purpose.verifyEmail, .resetPassword] { _ = try await accounts.send(purpose, session) }
  let code = try await accounts.send(.verifyAndChangeEmail, session)
  #expect(try await accounts.lookup(session.proof).email == ada)
  store.clock.advance(10)
  _ = try await accounts.apply(code: code)
  let account = try await accounts.account(newAddress).account
  #expect(account.uid == session.account.uid && account.isEmailVerified && account.validSince == store.clock.now())
  #expect(await refusal { try await accounts.lookup(session.proof) } == .userTokenExpired)
  #expect(await refusal { try await accounts.refresh(session.refreshToken) } == .userTokenExpired)
  #expect(try await accounts.outbox(to: nil, limit: 9).allSatisfy { $0.state == .spent })
  _ = try await accounts.login(.password(email: newAddress, password))
  #expect(await refusal { try await accounts.login(.password(email: ada, password)) } == .invalidCredential)
  _ = try await accounts.signUpAda()
}

@Test func `an address that was taken meanwhile is told, and the code stays`() async throws {
  let accounts = try TestStore().open()
  let session = try await accounts.signUpAda()
  #expect(await refusal { try await accounts.sendEmailChange(session.proof, to: ada) } == .emailAlreadyInUse)
  #expect(await refusal { try await accounts.sendEmailChange(session.proof, to: "nowhere") } == .invalidEmail)
  let code = try await accounts.send(.verifyAndChangeEmail, session)
  _ = try await accounts.createUser(email: newAddress, password: password)
  #expect(await refusal { try await accounts.apply(code: code) } == .emailAlreadyInUse)
  #expect(await refusal { try await accounts.sendEmailChange(session.proof, to: newAddress) } == .emailAlreadyInUse)
  _ = try await accounts.delete(newAddress)
  _ = try await accounts.apply(code: code)
}

@Test func `a reset sets the password, proves the address, forgives failures and ends all sessions`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  let session = try await accounts.signUpAda()
  _ = try await accounts.send(.verifyEmail, session)
  _ = try await accounts.send(.verifyAndChangeEmail, session)
  for _ in 0..<5 { _ = await refusal { try await accounts.login(.password(email: ada, other)) } }
  store.clock.advance(10)
  _ = try await accounts.resetPassword(code: try await accounts.send(.resetPassword, session), to: other)
  #expect(await refusal { try await accounts.lookup(session.proof) } == .userTokenExpired)
  #expect(await refusal { try await accounts.refresh(session.refreshToken) } == .userTokenExpired)
  #expect(try await accounts.outbox(to: nil, limit: 9).allSatisfy { $0.state == .spent })
  let again = try await accounts.login(.password(email: ada, other))
  #expect(again.account.isEmailVerified && again.account.validSince == store.clock.now())
  #expect(await refusal { try await accounts.login(.password(email: ada, password)) } == .invalidCredential)
}

@Test func `of many who spend one code at once exactly one does`() async throws {
  let store = try TestStore()
  let both = [store.open(), store.open()]
  let code = try await both[0].send(.resetPassword, try await both[0].signUpAda())
  let answers = await withTaskGroup(of: AuthError?.self) { group in
    for task in 0..<16 { group.addTask { await refusal { try await both[task % 2].spend(code, .resetPassword) } } }
    return await group.reduce(into: []) { $0.append($1) }
  }
  #expect(answers.count { $0 == nil } == 1 && answers.count { $0 == .invalidActionCode } == 15)
}

@Test func `an unknown address gets the same answer and the same write, and no mail`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  try await accounts.sendPasswordReset(email: "nobody@example.com")
  #expect(!store.exists)
  _ = try await accounts.signUpAda()
  let database = try store.connection()
  let rows = { try database.number("SELECT count(*) FROM codes") }
  try await accounts.sendPasswordReset(email: "nobody@example.com")
  #expect(try rows() == 1)
  #expect(try await accounts.outbox(to: nil, limit: 9).isEmpty)
  #expect(try await accounts.outbox(to: "nobody@example.com", limit: 9).isEmpty)
  let text = try #require(try database.first("SELECT code FROM codes") { $0.text(0) } ?? nil)
  #expect(await refusal { try await accounts.resetPassword(code: Secret(text), to: other) } == .invalidActionCode)
  store.clock.advance(3_600)
  try await accounts.sendPasswordReset(email: ada)
  #expect(try rows() == 1)
  #expect(await refusal { try await accounts.sendPasswordReset(email: "nobody") } == .invalidEmail)
}

@Test func `the outbox shows the newest first, no more than asked, and one address's alone`() async throws {
  let accounts = try TestStore().open()
  #expect(try await accounts.outbox(to: nil, limit: 9).isEmpty)
  let session = try await accounts.signUpAda()
  for purpose in ActionCode.Purpose.allCases { _ = try await accounts.send(purpose, session) }
  let kinds = try await accounts.outbox(to: nil, limit: 9).map(\.code.purpose)
  #expect(kinds == [.resetPassword, .verifyAndChangeEmail, .verifyEmail])
  #expect(try await accounts.outbox(to: nil, limit: 2).map(\.code.purpose) == Array(kinds.prefix(2)))
  #expect(try await accounts.outbox(to: ada, limit: 9).map(\.code.purpose) == [.resetPassword, .verifyEmail])
  #expect(try await accounts.outbox(to: ada, limit: -1).isEmpty)
  #expect(try await accounts.outbox(to: "nowhere", limit: 9).isEmpty)
}

@Test func `a deleted account takes its codes along`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  let code = try await accounts.send(.resetPassword, try await accounts.signUpAda())
  _ = try await accounts.delete(ada)
  #expect(await refusal { try await accounts.check(code: code) } == .invalidActionCode)
  #expect(try store.connection().number("SELECT count(*) FROM codes") == 0)
}
