public import Accounts

/// An account service behind a line that can be made to misbehave.
///
/// A request that does not get through never reaches the service, so nothing is half done.
public final class FaultyService: AccountService {
  private let service: any AccountService
  private let faults: Faults

  /// Puts `faults` before `service`.
  public init(_ service: any AccountService, _ faults: Faults) {
    self.service = service
    self.faults = faults
  }

  /// The service's own name.
  public var name: String { service.name }

  /// Waits and fails as told, then asks.
  private func request<Value>(
    _ operation: Faults.Operation, _ ask: () async throws(AuthError) -> Value
  ) async throws(AuthError) -> Value {
    let (delay, outcome) = faults.next(operation)
    // Whoever gives up waiting cancels: then there is nobody to answer.
    if delay > .zero { try? await Task.sleep(for: delay) }
    if outcome == .silent { try? await Task.sleep(for: .seconds(86_400 * 365)) }
    guard outcome == .passes, !Task.isCancelled else { throw .networkRequestFailed }
    return try await ask()
  }

  // What each does in full stands with the protocol's requirement.

  /// Signs in, if the line lets it.
  public func login(_ credential: Credential) async throws(AuthError) -> Session {
    try await request(.signin) { () async throws(AuthError) in try await service.login(credential) }
  }
  /// Makes an account, if the line lets it.
  public func createUser(email: String, password: Secret) async throws(AuthError) -> Session {
    try await request(.signup) { () async throws(AuthError) in
      try await service.createUser(email: email, password: password)
    }
  }
  /// Restores a session, if the line lets it.
  public func autoLogin(_ refreshToken: Secret) async throws(AuthError) -> Session {
    try await request(.restore) { () async throws(AuthError) in try await service.autoLogin(refreshToken) }
  }
  /// Ends a session, if the line lets it.
  public func logout(_ refreshToken: Secret) async throws(AuthError) {
    try await request(.signout) { () async throws(AuthError) in try await service.logout(refreshToken) }
  }
  /// Looks the owner up, if the line lets it.
  public func userInfo(_ refreshToken: Secret) async throws(AuthError) -> Account {
    try await request(.lookup) { () async throws(AuthError) in try await service.userInfo(refreshToken) }
  }
  /// Trades tokens, if the line lets it.
  public func refresh(_ refreshToken: Secret) async throws(AuthError) -> Session {
    try await request(.refresh) { () async throws(AuthError) in try await service.refresh(refreshToken) }
  }
  /// Looks the owner up, if the line lets it.
  public func lookup(_ idToken: Secret) async throws(AuthError) -> Account {
    try await request(.lookup) { () async throws(AuthError) in try await service.lookup(idToken) }
  }
  /// Checks a password, if the line lets it.
  public func reauthenticate(_ idToken: Secret, password: Secret) async throws(AuthError) -> Session {
    try await request(.reauth) { () async throws(AuthError) in
      try await service.reauthenticate(idToken, password: password)
    }
  }
  /// Gives an address, if the line lets it.
  public func link(_ idToken: Secret, email: String, password: Secret) async throws(AuthError) -> Session {
    try await request(.link) { () async throws(AuthError) in
      try await service.link(idToken, email: email, password: password)
    }
  }
  /// Changes the name or picture, if the line lets it.
  public func update(_ idToken: Secret, displayName: String?, photoURL: String?) async throws(AuthError) -> Account {
    try await request(.update) { () async throws(AuthError) in
      try await service.update(idToken, displayName: displayName, photoURL: photoURL)
    }
  }
  /// Changes the password, if the line lets it.
  public func changePassword(_ idToken: Secret, to password: Secret) async throws(AuthError) -> Session {
    try await request(.password) { () async throws(AuthError) in
      try await service.changePassword(idToken, to: password)
    }
  }
  /// Removes the account, if the line lets it.
  public func deleteAccount(_ idToken: Secret) async throws(AuthError) {
    try await request(.delete) { () async throws(AuthError) in try await service.deleteAccount(idToken) }
  }
  /// Sends a code, if the line lets it.
  public func sendEmailVerification(_ idToken: Secret) async throws(AuthError) {
    try await request(.code) { () async throws(AuthError) in try await service.sendEmailVerification(idToken) }
  }
  /// Sends a code, if the line lets it.
  public func sendEmailChange(_ idToken: Secret, to email: String) async throws(AuthError) {
    try await request(.code) { () async throws(AuthError) in try await service.sendEmailChange(idToken, to: email) }
  }
  /// Sends a code, if the line lets it.
  public func sendPasswordReset(email: String) async throws(AuthError) {
    try await request(.code) { () async throws(AuthError) in try await service.sendPasswordReset(email: email) }
  }
  /// Looks at a code, if the line lets it.
  public func check(code: Secret) async throws(AuthError) -> ActionCode {
    try await request(.code) { () async throws(AuthError) in try await service.check(code: code) }
  }
  /// Spends a code, if the line lets it.
  public func apply(code: Secret) async throws(AuthError) -> ActionCode {
    try await request(.code) { () async throws(AuthError) in try await service.apply(code: code) }
  }
  /// Spends a code, if the line lets it.
  public func resetPassword(code: Secret, to password: Secret) async throws(AuthError) -> ActionCode {
    try await request(.password) { () async throws(AuthError) in
      try await service.resetPassword(code: code, to: password)
    }
  }
  /// Lists the sessions, if the line lets it.
  public func sessions(_ idToken: Secret) async throws(AuthError) -> [SessionSummary] {
    try await request(.sessions) { () async throws(AuthError) in try await service.sessions(idToken) }
  }
  /// Ends all sessions, if the line lets it.
  public func revokeSessions(_ idToken: Secret) async throws(AuthError) {
    try await request(.sessions) { () async throws(AuthError) in try await service.revokeSessions(idToken) }
  }
  /// Fetches the profile, if the line lets it.
  public func profile(_ idToken: Secret) async throws(AuthError) -> Profile? {
    try await request(.profile) { () async throws(AuthError) in try await service.profile(idToken) }
  }
  /// Saves the profile, if the line and `fault profile` let it.
  public func save(_ profile: Profile, _ idToken: Secret) async throws(AuthError) -> Profile {
    guard !faults.settings.profile else { throw .networkRequestFailed }
    return try await request(.profile) { () async throws(AuthError) in try await service.save(profile, idToken) }
  }
}
