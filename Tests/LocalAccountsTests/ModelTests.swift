import Accounts
import LocalAccounts
import Testing

/// What the service should answer, in a few dictionaries and no store.
private struct Model {
  struct Person {
    var password: String?
    var isDisabled = false
    var tokens: Set<String> = []
  }
  var people: [String: Person] = [:]
  var uids: [String: String] = [:]
  var failures: [String: (count: Int, at: Double)] = [:]
  var time = 0.0

  func lock(_ email: String) -> AuthError? {
    guard let (count, at) = failures[email], count >= 5 else { return nil }
    let left = min(900, 30 * Double(1 << min(count - 5, 10))) - (time - at)
    return left > 0 ? .tooManyRequests(retryAfter: .seconds(Int(left))) : nil
  }

  /// The answer to a sign-in, counted as the service should count it.
  mutating func signIn(_ email: String, _ password: String) -> AuthError? {
    if let lock = lock(email) { return lock }
    guard let person = uids[email].flatMap({ people[$0] }), person.password == password else {
      failures[email] = (1 + (failures[email]?.count ?? 0), time)
      return .invalidCredential
    }
    if person.isDisabled { return .userDisabled }
    failures[email] = nil
    return nil
  }

  func owner(of token: String) -> Result<String, AuthError> {
    guard let (uid, person) = people.first(where: { $0.value.tokens.contains(token) }) else {
      return .failure(.userTokenExpired)
    }
    return person.isDisabled ? .failure(.userDisabled) : .success(uid)
  }
}

@Test(.timeLimit(.minutes(10)))
func `the service answers as the model does, whatever is asked of it`() async throws {
  let seed = UInt64.random(in: .min ... .max)
  print("seed of the service's model test: \(seed)")
  var random = SeededRandom(seed: seed)
  let store = try TestStore()
  let both = [store.open(random: random), store.open(random: random)]
  var model = Model()
  var tokens = ["never given out"]

  for step in 0..<2_000 {
    let accounts = both[Int.random(in: 0...1, using: &random)]
    let email = "\(Int.random(in: 0..<6, using: &random))@x"
    let password = ["first one", "second one"].randomElement(using: &random) ?? ""
    let token = tokens.randomElement(using: &random) ?? ""
    let uid = model.uids[email]
    var (expected, got): (AuthError?, AuthError?) = (nil, nil)
    var opened: Session?

    switch Int.random(in: 0..<20, using: &random) {
    case 0...2:
      expected = uid == nil ? nil : .emailAlreadyInUse
      got = await refusal { opened = try await accounts.createUser(email: email, password: Secret(password)) }
      if let opened {
        model.uids[email] = opened.account.uid
        model.people[opened.account.uid] = Model.Person(password: password)
        model.failures[email] = nil
      }
    case 3...7:
      expected = model.signIn(email, password)
      got = await refusal { opened = try await accounts.login(.password(email: email, Secret(password))) }
      #expect(opened.map { $0.account.uid == uid } ?? true)
    case 8:
      got = await refusal { opened = try await accounts.login(.anonymous) }
      if let opened { model.people[opened.account.uid] = Model.Person() }
    case 9...10:
      got = await refusal { try await accounts.logout(Secret(token)) }
      for key in model.people.keys { model.people[key]?.tokens.remove(token) }
    case 11...14:
      let owner = model.owner(of: token)
      if case .failure(let error) = owner { expected = error }
      var found: String?
      got = await refusal { found = try await accounts.autoLogin(Secret(token)).account.uid }
      #expect(found == (try? owner.get()))
    case 15...16:
      let isDisabled = Bool.random(using: &random)
      expected = uid == nil ? .userNotFound : nil
      got = await refusal { try await accounts.setDisabled(email, isDisabled) }
      if let uid { model.people[uid]?.isDisabled = isDisabled }
    case 17:
      expected = uid == nil ? .userNotFound : nil
      got = await refusal { try await accounts.delete(email) }
      if let uid { model.people[uid] = nil }
      model.uids[email] = nil
    case 18:
      expected = uid == nil ? .userNotFound : nil
      var ended: Int?
      got = await refusal { ended = try await accounts.revoke(email).sessions }
      #expect(ended == uid.flatMap { model.people[$0]?.tokens.count })
      if let uid { model.people[uid]?.tokens = [] }
    default:
      let wait = Double(Int.random(in: 1...60, using: &random))
      store.clock.advance(wait)
      model.time += wait
    }

    if let opened {
      model.people[opened.account.uid]?.tokens.insert(opened.refreshToken.reveal())
      tokens.append(opened.refreshToken.reveal())
    }
    guard expected == got else {
      Issue.record(
        "seed \(seed), step \(step): expected \(String(describing: expected)), got \(String(describing: got))")
      return
    }
  }
  #expect(try await Set(both[0].accounts(limit: 10_000).map(\.uid)) == Set(model.people.keys))
}
