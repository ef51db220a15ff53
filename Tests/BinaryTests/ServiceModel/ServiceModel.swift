/// What the account service and the client on one home should know, in a few dictionaries.
///
/// Each function answers with the code that the command should fail with, `nil` for success, and changes the model as the
/// command should change the service.
struct ServiceModel {
  struct Person {
    var email: String?
    var password: String?
    var isVerified = false
    var isDisabled = false
    var displayName: String?
    var bio: String?
    var hasProfile = false
    var codes: [String: Code] = [:]
  }

  /// The newest code of a purpose.
  struct Code {
    var newEmail: String?
    var sentAt: Int
    var isSpent = false
  }

  var people: [Int: Person] = [:]
  /// The key of whoever is signed in on the home, while the service still accepts the session.
  private(set) var current: Int?
  private var isSessionOpen = false
  private var authenticatedAt = 0
  /// Seconds that `clock advance` has gone.
  private(set) var time = 0
  private var failures: [String: Int] = [:]
  private var made = 0

  /// Whether another wrong password would close the address, which would make the rest of the run depend on real time.
  func isNearLockOut(_ email: String) -> Bool { (failures[email] ?? 0) >= 4 }

  func person(_ email: String) -> Int? { people.first { $0.value.email == email }?.key }

  private mutating func begin(_ key: Int) {
    (current, isSessionOpen, authenticatedAt) = (key, true, time)
  }

  private mutating func signOut() { (current, isSessionOpen) = (nil, false) }

  mutating func signUp(_ email: String, _ password: String) -> String? {
    guard current == nil else { return "wrong-root" }
    guard person(email) == nil else { return "email-already-in-use" }
    let key = create(email, password)
    people[key]?.hasProfile = true
    begin(key)
    return nil
  }

  @discardableResult
  private mutating func create(_ email: String?, _ password: String?) -> Int {
    made += 1
    people[made] = Person(email: email, password: password)
    if let email { failures[email] = nil }
    return made
  }

  mutating func signIn(_ email: String, _ password: String) -> String? {
    guard current == nil else { return "wrong-root" }
    guard let key = person(email), people[key]?.password == password else {
      failures[email, default: 0] += 1
      return "invalid-credential"
    }
    guard people[key]?.isDisabled == false else { return "user-disabled" }
    failures[email] = nil
    begin(key)
    return nil
  }

  mutating func signInAnonymously() -> String? {
    guard current == nil else { return "wrong-root" }
    begin(create(nil, nil))
    return nil
  }

  mutating func signOutHere() -> String? {
    guard current != nil else { return "no-current-user" }
    signOut()
    return nil
  }

  /// Whatever asks the service as the current user; a refusal signs out.
  mutating func asking(_ body: (inout Self, Int) -> String? = { _, _ in nil }) -> String? {
    guard let key = current else { return "wrong-root" }
    guard isSessionOpen, let person = people[key] else {
      signOut()
      return "user-token-expired"
    }
    guard !person.isDisabled else {
      signOut()
      return "user-disabled"
    }
    return body(&self, key)
  }

  private var isRecent: Bool { time - authenticatedAt <= 300 }

  mutating func signOutEverywhere() -> String? {
    if current == nil { return "no-current-user" }
    return asking { model, _ in
      model.signOut()
      return nil
    }
  }

  mutating func deleteUser() -> String? {
    asking { model, key in
      guard model.isRecent else { return "requires-recent-login" }
      model.people[key] = nil
      model.signOut()
      return nil
    }
  }

  mutating func changePassword(_ password: String) -> String? {
    asking { model, key in
      guard model.people[key]?.password != nil else { return "no-such-provider" }
      guard model.isRecent else { return "requires-recent-login" }
      model.people[key]?.password = password
      for purpose in ["resetPassword", "verifyAndChangeEmail"] { model.people[key]?.codes[purpose]?.isSpent = true }
      return nil
    }
  }

  mutating func reauthenticate(_ password: String) -> String? {
    asking { model, key in
      guard let person = model.people[key], let email = person.email else { return "no-such-provider" }
      guard person.password == password else {
        model.failures[email, default: 0] += 1
        return "invalid-credential"
      }
      model.failures[email] = nil
      model.authenticatedAt = model.time
      return nil
    }
  }

  mutating func link(_ email: String, _ password: String) -> String? {
    asking { model, key in
      guard model.people[key]?.email == nil else { return "provider-already-linked" }
      guard model.person(email) == nil else { return "email-already-in-use" }
      model.people[key]?.email = email
      model.people[key]?.password = password
      model.failures[email] = nil
      return nil
    }
  }

  mutating func advance(_ seconds: Int) -> String? {
    time += seconds
    return nil
  }

  /// What `restart` leads to: never an error, but a session that is no good is gone afterwards.
  mutating func restart() -> String? {
    if current != nil { _ = asking() }
    return nil
  }
}

extension ServiceModel {
  mutating func sendCode(_ purpose: String, newEmail: String? = nil) -> String? {
    asking { model, key in
      guard model.people[key]?.email != nil else { return "no-such-provider" }
      if let newEmail {
        guard model.isRecent else { return "requires-recent-login" }
        guard model.person(newEmail) == nil else { return "email-already-in-use" }
      }
      model.people[key]?.codes[purpose] = Code(newEmail: newEmail, sentAt: model.time)
      return nil
    }
  }

  mutating func sendReset(_ email: String) -> String? {
    guard current == nil else { return "wrong-root" }
    if let key = person(email) { people[key]?.codes["resetPassword"] = Code(sentAt: time) }
    return nil
  }

  /// Spends the newest code of a purpose that was sent to somebody: `email verify CODE`.
  mutating func apply(_ purpose: String, of key: Int) -> String? {
    guard current != nil else { return "wrong-root" }
    if let refusal = refusal(of: purpose, key) { return refusal }
    let address = people[key]?.codes[purpose]?.newEmail
    if let address {
      guard person(address) == nil else { return "email-already-in-use" }
      people[key]?.email = address
      startOver(key)
    }
    people[key]?.codes[purpose]?.isSpent = true
    people[key]?.isVerified = true
    // The app looks whether its session has outlived that.
    _ = asking()
    return nil
  }

  mutating func confirm(_ password: String, of key: Int) -> String? {
    guard current == nil else { return "wrong-root" }
    if let refusal = refusal(of: "resetPassword", key) { return refusal }
    people[key]?.password = password
    people[key]?.isVerified = true
    if let email = people[key]?.email { failures[email] = nil }
    startOver(key)
    return nil
  }

  private func refusal(of purpose: String, _ key: Int) -> String? {
    guard let code = people[key]?.codes[purpose], !code.isSpent else { return "invalid-action-code" }
    guard time - code.sentAt < (purpose == "resetPassword" ? 3_600 : 259_200) else { return "expired-action-code" }
    return people[key]?.isDisabled == true ? "user-disabled" : nil
  }

  private mutating func startOver(_ key: Int) {
    for purpose in people[key]?.codes.keys.map({ $0 }) ?? [] { people[key]?.codes[purpose]?.isSpent = true }
    if current == key { isSessionOpen = false }
  }

  mutating func operate(_ verb: String, _ email: String, _ password: String) -> String? {
    guard verb != "create" else {
      guard person(email) == nil else { return "email-already-in-use" }
      create(email, password)
      return nil
    }
    guard let key = person(email) else { return "user-not-found" }
    switch verb {
    case "disable": people[key]?.isDisabled = true
    case "enable": people[key]?.isDisabled = false
    case "delete": people[key] = nil
    default: break
    }
    if current == key, verb == "delete" || verb == "revoke" { isSessionOpen = false }
    return nil
  }
}
