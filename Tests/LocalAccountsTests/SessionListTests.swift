import Accounts
import Foundation
import LocalAccounts
import Testing

@Test func `an owner sees the open sessions, the newest first, and which one asks`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  let first = try await accounts.signUpAda()
  let begun = store.clock.now()
  store.clock.advance(60)
  let second = try await accounts.login(.password(email: ada, password))
  store.clock.advance(60)
  _ = try await accounts.login(.anonymous)
  let fresh = try await accounts.refresh(first.refreshToken)
  let seen = try await accounts.sessions(fresh.proof)
  #expect(seen.map(\.id) == [try JSONWebToken(second.proof).text("sid"), try JSONWebToken(first.proof).text("sid")])
  #expect(seen.map(\.isCurrent) == [false, true])
  #expect(seen[1].startedAt == begun && seen[1].authenticatedAt == begun && seen[1].refreshedAt == begun + 120)
  #expect(seen[0].startedAt == begun + 60 && seen[0].refreshedAt == begun + 60)
  try await accounts.logout(second.refreshToken)
  #expect(try await accounts.sessions(fresh.proof).count == 1)
}

@Test func `an owner ends all sessions, this one too, and nobody else's`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  let sessions = [try await accounts.signUpAda(), try await accounts.login(.password(email: ada, password))]
  let bystander = try await accounts.login(.anonymous)
  store.clock.advance(5)
  try await accounts.revokeSessions(sessions[0].proof)
  for session in sessions {
    #expect(await refusal { try await accounts.lookup(session.proof) } == .userTokenExpired)
    #expect(await refusal { try await accounts.refresh(session.refreshToken) } == .userTokenExpired)
  }
  #expect(try await accounts.account(ada).account.validSince == store.clock.now())
  _ = try await accounts.lookup(bystander.proof)
  _ = try await accounts.lookup(accounts.login(.password(email: ada, password)).proof)
}

@Test func `no token is accepted after its end was acknowledged, however many ask at once`() async throws {
  let store = try TestStore()
  let both = [store.open(), store.open()]
  _ = try await both[0].signUpAda()
  try await withThrowingTaskGroup(of: Void.self) { group in
    for task in 0..<16 {
      group.addTask {
        let (one, other) = (both[task % 2], both[(task + 1) % 2])
        for round in 0..<12 {
          var session = try await one.login(.password(email: ada, password))
          do {
            session = try await other.refresh(session.refreshToken)
            _ = try await one.lookup(session.proof)
            switch (task + round) % 4 {
            case 0: _ = try await one.revoke(ada)
            case 1: try await one.revokeSessions(session.proof)
            default: try await one.logout(session.refreshToken)
            }
          } catch AuthError.userTokenExpired {
            // Another task has ended all sessions meanwhile: this one must be over as well.
          }
          let (token, proof) = (session.refreshToken, try session.proof)
          #expect(await refusal { try await other.lookup(proof) } == .userTokenExpired)
          #expect(await refusal { try await other.refresh(token) } == .userTokenExpired)
          #expect(await refusal { try await one.autoLogin(token) } == .userTokenExpired)
        }
      }
    }
    try await group.waitForAll()
  }
  #expect(try await both[0].account(ada).sessions <= 1)
}

@Test func `of many who refresh one session at once none ends with a token that was passed over`() async throws {
  let store = try TestStore()
  let both = [store.open(), store.open()]
  let session = try await both[0].signUpAda()
  let tokens = await withTaskGroup(of: Secret?.self) { group in
    for task in 0..<16 {
      group.addTask { try? await both[task % 2].refresh(session.refreshToken).refreshToken }
    }
    return await group.reduce(into: []) { $0.append($1) }
  }
  #expect(tokens.count { $0 != nil } == 16)
  var good = 0
  for token in tokens.compactMap({ $0 }) {
    if await refusal({ try await both[0].autoLogin(token) }) == nil { good += 1 }
  }
  #expect(good == 1)
  #expect(await refusal { try await both[1].autoLogin(session.refreshToken) } == .userTokenExpired)
}
