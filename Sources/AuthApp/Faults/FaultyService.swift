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

  // The documentation of each stands with the protocol's requirement.
  public func login(_ credential: Credential) async throws(AuthError) -> Session {
    try await request(.signin) { () async throws(AuthError) in try await service.login(credential) }
  }
  public func createUser(email: String, password: Secret) async throws(AuthError) -> Session {
    try await request(.signup) { () async throws(AuthError) in
      try await service.createUser(email: email, password: password)
    }
  }
  public func autoLogin(_ refreshToken: Secret) async throws(AuthError) -> Session {
    try await request(.restore) { () async throws(AuthError) in try await service.autoLogin(refreshToken) }
  }
  public func logout(_ refreshToken: Secret) async throws(AuthError) {
    try await request(.signout) { () async throws(AuthError) in try await service.logout(refreshToken) }
  }
  public func userInfo(_ refreshToken: Secret) async throws(AuthError) -> Account {
    try await request(.lookup) { () async throws(AuthError) in try await service.userInfo(refreshToken) }
  }
  public func refresh(_ refreshToken: Secret) async throws(AuthError) -> Session {
    try await request(.refresh) { () async throws(AuthError) in try await service.refresh(refreshToken) }
  }
  public func lookup(_ idToken: Secret) async throws(AuthError) -> Account {
    try await request(.lookup) { () async throws(AuthError) in try await service.lookup(idToken) }
  }
  public func reauthenticate(_ idToken: Secret, password: Secret) async throws(AuthError) -> Session {
    try await request(.reauth) { () async throws(AuthError) in
      try await service.reauthenticate(idToken, password: password)
    }
  }
  public func link(_ idToken: Secret, email: String, password: Secret) async throws(AuthError) -> Session {
    try await request(.link) { () async throws(AuthError) in
      try await service.link(idToken, email: email, password: password)
    }
  }
  public func update(_ idToken: Secret, displayName: String?, photoURL: String?) async throws(AuthError) -> Account {
    try await request(.update) { () async throws(AuthError) in
      try await service.update(idToken, displayName: displayName, photoURL: photoURL)
    }
  }
  public func changePassword(_ idToken: Secret, to password: Secret) async throws(AuthError) -> Session {
    try await request(.password) { () async throws(AuthError) in
      try await service.changePassword(idToken, to: password)
    }
  }
  public func deleteAccount(_ idToken: Secret) async throws(AuthError) {
    try await request(.delete) { () async throws(AuthError) in try await service.deleteAccount(idToken) }
  }
  public func sendEmailVerification(_ idToken: Secret) async throws(AuthError) {
    try await request(.code) { () async throws(AuthError) in try await service.sendEmailVerification(idToken) }
  }
  public func sendEmailChange(_ idToken: Secret, to email: String) async throws(AuthError) {
    try await request(.code) { () async throws(AuthError) in try await service.sendEmailChange(idToken, to: email) }
  }
  public func sendPasswordReset(email: String) async throws(AuthError) {
    try await request(.code) { () async throws(AuthError) in try await service.sendPasswordReset(email: email) }
  }
  public func check(code: Secret) async throws(AuthError) -> ActionCode {
    try await request(.code) { () async throws(AuthError) in try await service.check(code: code) }
  }
  public func apply(code: Secret) async throws(AuthError) -> ActionCode {
    try await request(.code) { () async throws(AuthError) in try await service.apply(code: code) }
  }
  public func resetPassword(code: Secret, to password: Secret) async throws(AuthError) -> ActionCode {
    try await request(.password) { () async throws(AuthError) in
      try await service.resetPassword(code: code, to: password)
    }
  }
  public func sessions(_ idToken: Secret) async throws(AuthError) -> [SessionSummary] {
    try await request(.sessions) { () async throws(AuthError) in try await service.sessions(idToken) }
  }
  public func revokeSessions(_ idToken: Secret) async throws(AuthError) {
    try await request(.sessions) { () async throws(AuthError) in try await service.revokeSessions(idToken) }
  }
  public func profile(_ idToken: Secret) async throws(AuthError) -> Profile? {
    try await request(.profile) { () async throws(AuthError) in try await service.profile(idToken) }
  }
  public func save(_ profile: Profile, _ idToken: Secret) async throws(AuthError) -> Profile {
    guard !faults.settings.profile else { throw .networkRequestFailed }
    return try await request(.profile) { () async throws(AuthError) in try await service.save(profile, idToken) }
  }
}
