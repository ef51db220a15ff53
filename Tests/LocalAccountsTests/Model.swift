import Accounts

/// What the service should answer, in a few dictionaries and no store. Each operation changes the model as it should change
/// the service, or throws what the service should; tokens and codes are told to it, since it cannot know them.
struct Model {
  struct Person: Equatable {
    var email: String?
    var password: String?
    var isDisabled = false
    var isVerified = false
    var name: String?
    var username: String?
  }

  struct Open {
    var uid: String
    var current = ""
    var previous: String?
    var generation = 0
    var provenAt: Double
  }

  struct IDToken {
    var session: Int
    var generation: Int
    var madeAt: Double
  }

  struct Code {
    var uid: String
    var code: ActionCode
    var expiresAt: Double
    var isSpent = false
  }

  var people: [String: Person] = [:]
  var sessions: [Int: Open] = [:]
  var idTokens: [String: IDToken] = [:]
  var codes: [String: Code] = [:]
  var failures: [String: (count: Int, at: Double)] = [:]
  var time = 0.0
  private var sessionCount = 0

  func uid(of email: String) -> String? { people.first { $0.value.email == email }?.key }

  func uid(toFind email: String) throws(AuthError) -> String {
    guard let uid = uid(of: email) else { throw .userNotFound }
    return uid
  }

  func refuseIfTaken(_ email: String) throws(AuthError) {
    if uid(of: email) != nil { throw .emailAlreadyInUse }
  }

  // MARK: Signing in

  func refuseWhileLocked(_ email: String) throws(AuthError) {
    guard let (count, at) = failures[email], count >= 5 else { return }
    let left = min(900, 30 * Double(1 << min(count - 5, 10))) - (time - at)
    if left > 0 { throw .tooManyRequests(retryAfter: .seconds(Int(left))) }
  }

  /// Checks a password, counted as the service should count it.
  mutating func prove(_ email: String, _ password: String) throws(AuthError) -> String {
    try refuseWhileLocked(email)
    guard let uid = uid(of: email), people[uid]?.password == password else {
      failures = failures.filter { time - $0.value.at <= 86_400 }
      failures[email] = (1 + (failures[email]?.count ?? 0), time)
      throw .invalidCredential
    }
    if people[uid]?.isDisabled == true { throw .userDisabled }
    failures[email] = nil
    return uid
  }

  /// Opens a session and learns its tokens.
  mutating func open(_ session: Session) {
    sessionCount += 1
    sessions[sessionCount] = Open(uid: session.account.uid, provenAt: time)
    give(session, to: sessionCount)
  }

  /// Learns the tokens that a session was given.
  mutating func give(_ session: Session, to id: Int) {
    sessions[id]?.current = session.refreshToken.reveal()
    learn(session.idToken, of: id)
  }

  mutating func learn(_ idToken: Secret?, of id: Int) {
    guard let idToken else { return }
    idTokens[idToken.reveal()] = IDToken(
      session: id, generation: sessions[id]?.generation ?? 0, madeAt: time)
  }

  // MARK: Tokens

  func holder(of token: String) throws(AuthError) -> Int {
    guard let (id, session) = sessions.first(where: { $0.value.current == token || $0.value.previous == token }) else {
      throw .userTokenExpired
    }
    if people[session.uid]?.isDisabled == true { throw .userDisabled }
    return id
  }

  mutating func use(_ token: String) throws(AuthError) -> Int {
    let id = try holder(of: token)
    if sessions[id]?.current == token { sessions[id]?.previous = nil }
    return id
  }

  mutating func refresh(_ token: String) throws(AuthError) -> Int {
    let id = try holder(of: token)
    sessions[id]?.previous = token
    return id
  }

  mutating func logOut(_ token: String) {
    sessions = sessions.filter { $0.value.current != token && $0.value.previous != token }
  }

  func access(_ text: String) throws(AuthError) -> (session: Int, uid: String) {
    guard let token = idTokens[text], let session = sessions[token.session] else { throw .userTokenExpired }
    if people[session.uid]?.isDisabled == true { throw .userDisabled }
    guard time < token.madeAt + 3600, token.generation == session.generation else { throw .idTokenExpired }
    return (token.session, session.uid)
  }

  func requireRecentLogin(_ id: Int) throws(AuthError) {
    guard let session = sessions[id], time - session.provenAt <= 300 else { throw .requiresRecentLogin }
  }

  func address(_ uid: String) throws(AuthError) -> String {
    guard let email = people[uid]?.email else { throw .noSuchProvider }
    return email
  }

  mutating func rotate(_ id: Int) {
    let current = sessions[id]?.current
    sessions[id]?.previous = current
  }

  mutating func endSessions(of uid: String, except kept: Int? = nil) {
    sessions = sessions.filter { $0.value.uid != uid || $0.key == kept }
  }

  // MARK: What an owner asks for

  mutating func reauthenticate(_ idToken: String, _ password: String) throws(AuthError) -> Int {
    let (session, uid) = try access(idToken)
    _ = try prove(try address(uid), password)
    sessions[session]?.provenAt = time
    rotate(session)
    return session
  }

  mutating func link(_ idToken: String, _ email: String, _ password: String) throws(AuthError) -> Int {
    let (session, uid) = try access(idToken)
    if people[uid]?.password != nil { throw .providerAlreadyLinked }
    try refuseIfTaken(email)
    people[uid]?.email = email
    people[uid]?.password = password
    failures[email] = nil
    rotate(session)
    return session
  }

  mutating func changePassword(_ idToken: String, _ password: String) throws(AuthError) -> Int {
    let (session, uid) = try access(idToken)
    _ = try address(uid)
    try requireRecentLogin(session)
    people[uid]?.password = password
    endSessions(of: uid, except: session)
    spendCodes(of: uid, [.resetPassword, .verifyAndChangeEmail])
    sessions[session]?.generation += 1
    rotate(session)
    return session
  }

  mutating func delete(_ uid: String) {
    people[uid] = nil
    endSessions(of: uid)
    codes = codes.filter { $0.value.uid != uid }
  }

  mutating func deleteAccount(_ idToken: String) throws(AuthError) {
    let (session, uid) = try access(idToken)
    try requireRecentLogin(session)
    delete(uid)
  }

  // MARK: Codes

  /// What a mail must say of its code, `nil` when none is sent; earlier ones of its kind are spent.
  mutating func send(_ purpose: ActionCode.Purpose, _ uid: String?, _ newEmail: String? = nil) -> Code? {
    guard let uid, let email = people[uid]?.email else { return nil }
    spendCodes(of: uid, [purpose])
    return Code(
      uid: uid, code: ActionCode(purpose: purpose, email: email, newEmail: newEmail),
      expiresAt: time + (purpose == .resetPassword ? 3_600 : 259_200))
  }

  func check(_ text: String) throws(AuthError) -> Code {
    guard let code = codes[text], !code.isSpent else { throw .invalidActionCode }
    guard time < code.expiresAt else { throw .expiredActionCode }
    return code
  }

  mutating func spendCodes(of uid: String, _ purposes: [ActionCode.Purpose]) {
    for (text, code) in codes where code.uid == uid && purposes.contains(code.code.purpose) {
      codes[text]?.isSpent = true
    }
  }

  mutating func apply(_ text: String) throws(AuthError) -> ActionCode {
    let code = try check(text)
    if code.code.purpose == .resetPassword { throw .invalidActionCode }
    if people[code.uid]?.isDisabled == true { throw .userDisabled }
    if let email = code.code.newEmail {
      try refuseIfTaken(email)
      people[code.uid]?.email = email
      startOver(code.uid)
    }
    codes[text]?.isSpent = true
    people[code.uid]?.isVerified = true
    return code.code
  }

  mutating func reset(_ text: String, _ password: String) throws(AuthError) -> ActionCode {
    let code = try check(text)
    if code.code.purpose != .resetPassword { throw .invalidActionCode }
    if people[code.uid]?.isDisabled == true { throw .userDisabled }
    people[code.uid]?.password = password
    people[code.uid]?.isVerified = true
    failures[code.code.email] = nil
    startOver(code.uid)
    return code.code
  }

  private mutating func startOver(_ uid: String) {
    spendCodes(of: uid, ActionCode.Purpose.allCases)
    endSessions(of: uid)
  }
}
