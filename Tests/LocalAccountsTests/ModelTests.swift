import Accounts
import LocalAccounts
import Testing

@Test(.timeLimit(.minutes(10)))
func `the service answers as the model does, whatever is asked of it`() async throws {
  let seed = UInt64.random(in: .min ... .max)
  print("seed of the service's model test: \(seed)")
  let store = try TestStore()
  var run = ModelRun(store: store, seed: seed)
  for step in 0..<4_000 {
    let kind = run.below(100)
    let (expected, got) = try await run.step(kind)
    guard expected == got else {
      Issue.record("seed \(seed), step \(step), kind \(kind): expected \(expected), got \(got)")
      return
    }
  }
  try await run.compareAll()
}

/// A model and two services on one store, which are asked the same.
private struct ModelRun {
  private var model = Model()
  private var random: SeededRandom
  private let store: TestStore
  private let both: [LocalAccounts]
  private var refreshTokens = ["never given out"]
  private var idTokens = ["never given out"]
  private var codes = ["never sent"]

  init(store: TestStore, seed: UInt64) {
    random = SeededRandom(seed: seed)
    self.store = store
    both = [store.open(random: random), store.open(random: random)]
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  /// Mostly one of the latest, which may still be good.
  private mutating func pick(_ texts: [String]) -> String {
    let recent = below(4) == 0 ? texts[...] : texts.suffix(12)
    return recent[recent.startIndex + below(recent.count)]
  }

  /// Asks one thing of both; the answers are put into words, to be compared.
  mutating func step(_ kind: Int) async throws -> (expected: String, got: String) {
    let accounts = both[below(2)]
    let (email, password) = ("\(below(6))@x", ["first one", "second one"][below(2)])
    let (token, id, code) = (pick(refreshTokens), pick(idTokens), pick(codes))
    let (proof, secret) = (Secret(id), Secret(password))
    switch kind {
    case 0..<6:
      let expected = words { () throws(AuthError) in try model.refuseIfTaken(email) }
      let got = try await opening(email, password) { try await accounts.createUser(email: email, password: secret) }
      return (expected, got)
    case 6..<16:
      let expected = words { () throws(AuthError) in _ = try model.prove(email, password) }
      return (expected, try await opening { try await accounts.login(.password(email: email, secret)) })
    case 16..<20:
      return ("ok", try await opening(nil, nil) { try await accounts.login(.anonymous) })
    case 20..<23:
      model.logOut(token)
      return ("ok", await words { try await accounts.logout(Secret(token)) })
    case 23..<29:
      return try await going(on: Result { () throws(AuthError) in try model.use(token) }) {
        try await accounts.autoLogin(Secret(token))
      }
    case 29..<37:
      return try await going(on: Result { () throws(AuthError) in try model.refresh(token) }) {
        try await accounts.refresh(Secret(token))
      }
    case 37..<41:
      return try await going(on: Result { () throws(AuthError) in try model.reauthenticate(id, password) }) {
        try await accounts.reauthenticate(proof, password: secret)
      }
    case 41..<45:
      return try await going(on: Result { () throws(AuthError) in try model.link(id, email, password) }) {
        try await accounts.link(proof, email: email, password: secret)
      }
    case 45..<48:
      return try await going(on: Result { () throws(AuthError) in try model.changePassword(id, password) }) {
        try await accounts.changePassword(proof, to: secret)
      }
    case 48..<50:
      let expected = words { () throws(AuthError) in try model.deleteAccount(id) }
      return (expected, await words { try await accounts.deleteAccount(proof) })
    case 50..<72: return try await ask(kind, accounts, id, email)
    case 72..<80: return try await spend(kind, accounts, code, password)
    case 80..<94: return try await operate(kind, accounts, email, password)
    default:
      let wait = Double(kind == 94 ? below(4_000) : below(60))
      store.clock.advance(wait)
      model.time += wait
      return ("", "")
    }
  }

  private mutating func ask(
    _ kind: Int, _ accounts: LocalAccounts, _ id: String, _ email: String
  ) async throws -> (expected: String, got: String) {
    let (proof, access) = (Secret(id), Result { () throws(AuthError) in try model.access(id) })
    let uid = try? access.get().uid
    switch kind {
    case 50..<56:
      let expected = words { () throws(AuthError) in
        let uid = try access.get().uid
        return "\(uid) \(model.people[uid]?.email ?? "-") \(model.people[uid]?.name ?? "-")"
      }
      let got = await words {
        let account = try await accounts.lookup(proof)
        return "\(account.uid) \(account.email ?? "-") \(account.displayName ?? "-")"
      }
      return (expected, got)
    case 56..<58:
      if let uid { model.people[uid]?.name = email }
      return (words(access), await words { try await accounts.update(proof, displayName: email, photoURL: nil) })
    case 58..<60:
      if let uid { model.people[uid]?.username = email }
      let profile = Profile(id: "", email: "", username: email, name: "")
      return (words(access), await words { try await accounts.save(profile, proof) })
    case 60..<62:
      let expected = words { () throws(AuthError) in model.people[try access.get().uid]?.username ?? "none" }
      return (expected, await words { try await accounts.profile(proof)?.username ?? "none" })
    case 62..<64:
      let expected = words { () throws(AuthError) in
        let uid = try access.get().uid
        return "\(model.sessions.values.count { $0.uid == uid })"
      }
      let got = await words {
        let seen = try await accounts.sessions(proof)
        return seen.count(where: \.isCurrent) == 1 ? "\(seen.count)" : "no current one"
      }
      return (expected, got)
    case 64:
      if let uid { model.endSessions(of: uid) }
      return (words(access), await words { try await accounts.revokeSessions(proof) })
    case 65..<68:
      let expected = words { () throws(AuthError) in _ = try model.address(try access.get().uid) }
      return try await sending(.verifyEmail, uid, nil, expected) { try await accounts.sendEmailVerification(proof) }
    default:
      let expected = words { () throws(AuthError) in
        let (session, uid) = try access.get()
        _ = try model.address(uid)
        try model.requireRecentLogin(session)
        try model.refuseIfTaken(email)
      }
      return try await sending(.verifyAndChangeEmail, uid, email, expected) {
        try await accounts.sendEmailChange(proof, to: email)
      }
    }
  }

  private mutating func spend(
    _ kind: Int, _ accounts: LocalAccounts, _ code: String, _ password: String
  ) async throws -> (expected: String, got: String) {
    switch kind {
    case 72..<74:
      let expected = words { () throws(AuthError) in "\(try model.check(code).code)" }
      return (expected, await words { "\(try await accounts.check(code: Secret(code)))" })
    case 74..<77:
      let expected = words { () throws(AuthError) in "\(try model.apply(code))" }
      return (expected, await words { "\(try await accounts.apply(code: Secret(code)))" })
    default:
      let expected = words { () throws(AuthError) in "\(try model.reset(code, password))" }
      return (expected, await words { "\(try await accounts.resetPassword(code: Secret(code), to: Secret(password)))" })
    }
  }

  private mutating func operate(
    _ kind: Int, _ accounts: LocalAccounts, _ email: String, _ password: String
  ) async throws -> (expected: String, got: String) {
    let known = Result { () throws(AuthError) in try model.uid(toFind: email) }
    let uid = try? known.get()
    switch kind {
    case 80..<85:
      return try await sending(.resetPassword, uid, nil, "ok") { try await accounts.sendPasswordReset(email: email) }
    case 85..<88:
      let isDisabled = below(3) == 0
      if let uid { model.people[uid]?.isDisabled = isDisabled }
      return (words(known), await words { try await accounts.setDisabled(email, isDisabled) })
    case 88:
      if let uid { model.delete(uid) }
      return (words(known), await words { try await accounts.delete(email) })
    case 89..<91:
      let open = model.sessions.values.count { $0.uid == uid }
      if let uid { model.endSessions(of: uid) }
      let expected = uid == nil ? words(known) : "\(open)"
      return (expected, await words { "\(try await accounts.revoke(email).sessions)" })
    case 91..<93:
      let expected = words { () throws(AuthError) in try model.refuseIfTaken(email) }
      var made: Account?
      let got = await words {
        made = try await accounts.create(NewAccount(email: email, password: Secret(password)))
        return "ok"
      }
      if let made { add(made.uid, email, password) }
      return (expected, got)
    default:
      let username = uid.flatMap { model.people[$0]?.username }
      let expected = uid == nil ? words(known) : username ?? "none"
      return (expected, await words { try await accounts.profile(of: email)?.username ?? "none" })
    }
  }

  // MARK: What the service alone can know

  private mutating func add(_ uid: String, _ email: String?, _ password: String?) {
    model.people[uid] = Model.Person(email: email, password: password)
    if let email { model.failures[email] = nil }
  }

  /// A call that makes an account as well when `email` and `password` are given, and opens a session.
  private mutating func opening(
    _ email: String?, _ password: String?, _ body: () async throws -> Session
  ) async throws -> String {
    var session: Session?
    let got = await words {
      session = try await body()
      return "ok"
    }
    guard let session else { return got }
    add(session.account.uid, email, password)
    model.open(session)
    keep(session)
    return got
  }

  private mutating func opening(_ body: () async throws -> Session) async throws -> String {
    var session: Session?
    let got = await words {
      session = try await body()
      return "ok"
    }
    guard let session else { return got }
    model.open(session)
    keep(session)
    return got
  }

  /// A call that gives tokens to the session that the model has in mind; a token that it knows already stays what it is.
  private mutating func going(
    on session: Result<Int, AuthError>, _ body: () async throws -> Session
  ) async throws -> (expected: String, got: String) {
    var given: Session?
    let got = await words {
      given = try await body()
      return "ok"
    }
    if let given, let id = try? session.get() {
      let isKnown = model.sessions[id]?.previous == given.refreshToken.reveal()
      if isKnown { model.learn(given.idToken, of: id) } else { model.give(given, to: id) }
      #expect(model.sessions[id]?.uid == given.account.uid)
      keep(given)
    }
    return (words(session), got)
  }

  /// A call that may send a mail, whose code stands in the outbox.
  private mutating func sending(
    _ purpose: ActionCode.Purpose, _ uid: String?, _ newEmail: String?, _ expected: String,
    _ body: () async throws -> Void
  ) async throws -> (expected: String, got: String) {
    let got = await words { try await body() }
    if expected == "ok", let code = model.send(purpose, uid, newEmail) {
      let mail = try #require(try await both[0].outbox(to: newEmail ?? code.code.email, limit: 1).first)
      #expect(mail.code == code.code && mail.state == .open)
      model.codes[mail.text.reveal()] = code
      codes.append(mail.text.reveal())
    }
    return (expected, got)
  }

  private mutating func keep(_ session: Session) {
    refreshTokens.append(session.refreshToken.reveal())
    if let idToken = session.idToken { idTokens.append(idToken.reveal()) }
  }

  // MARK: The end

  /// Compares all that can be seen of the store with the model.
  func compareAll() async throws {
    let accounts = try await both[0].accounts(limit: 10_000)
    #expect(Set(accounts.map(\.uid)) == Set(model.people.keys))
    for account in accounts {
      let person = model.people[account.uid]
      #expect(person?.email == account.email && person?.isVerified == account.isEmailVerified)
      #expect(person?.name == account.displayName && person?.isDisabled == account.isDisabled)
      #expect((person?.password == nil) == account.isAnonymous)
      let open = model.sessions.values.count { $0.uid == account.uid }
      #expect(try await both[1].account(account.uid).sessions == open)
    }
    let mails = try await both[1].outbox(to: nil, limit: 10_000)
    #expect(mails.count == model.codes.count)
    for mail in mails {
      let code = try #require(model.codes[mail.text.reveal()])
      let state: OutboxMessage.State = code.isSpent ? .spent : model.time < code.expiresAt ? .open : .expired
      #expect(mail.state == state)
    }
  }
}

/// How a call ended, in words; `ok` for one that answers nothing in particular.
private func words<T>(_ body: () async throws -> T) async -> String {
  var answer = "ok"
  let refused = await refusal { if let text = try await body() as? String { answer = text } }
  return refused.map { "\($0)" } ?? answer
}

private func words<T>(_ body: () throws(AuthError) -> T) -> String { words(Result(catching: body)) { $0 as? String } }

private func words<T>(_ result: Result<T, AuthError>, _ read: (T) -> String? = { _ in nil }) -> String {
  switch result {
  case .success(let value): read(value) ?? "ok"
  case .failure(let error): "\(error)"
  }
}

extension Result where Failure == AuthError {
  /// The same as `init(catching:)`, where the compiler can see which error it is.
  fileprivate init(_ body: () throws(AuthError) -> Success) { self.init(catching: body) }
}
