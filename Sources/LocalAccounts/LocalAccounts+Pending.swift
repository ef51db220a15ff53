public import Accounts

extension LocalAccounts: AccountService {
  public func refresh(_ refreshToken: Secret) async throws(AuthError) -> Session { throw .operationNotAllowed }
  public func lookup(_ idToken: Secret) async throws(AuthError) -> Account { throw .operationNotAllowed }
  public func reauthenticate(_ idToken: Secret, password: Secret) async throws(AuthError) -> Session {
    throw .operationNotAllowed
  }
  public func link(_ idToken: Secret, email: String, password: Secret) async throws(AuthError) -> Session {
    throw .operationNotAllowed
  }
  public func update(_ idToken: Secret, displayName: String?, photoURL: String?) async throws(AuthError) -> Account {
    throw .operationNotAllowed
  }
  public func changePassword(_ idToken: Secret, to password: Secret) async throws(AuthError) -> Session {
    throw .operationNotAllowed
  }
  public func deleteAccount(_ idToken: Secret) async throws(AuthError) { throw .operationNotAllowed }
  public func sendEmailVerification(_ idToken: Secret) async throws(AuthError) { throw .operationNotAllowed }
  public func sendEmailChange(_ idToken: Secret, to email: String) async throws(AuthError) {
    throw .operationNotAllowed
  }
  public func sendPasswordReset(email: String) async throws(AuthError) { throw .operationNotAllowed }
  public func check(code: Secret) async throws(AuthError) -> ActionCode { throw .operationNotAllowed }
  public func apply(code: Secret) async throws(AuthError) -> ActionCode { throw .operationNotAllowed }
  public func resetPassword(code: Secret, to password: Secret) async throws(AuthError) -> ActionCode {
    throw .operationNotAllowed
  }
  public func sessions(_ idToken: Secret) async throws(AuthError) -> [SessionSummary] { throw .operationNotAllowed }
  public func revokeSessions(_ idToken: Secret) async throws(AuthError) { throw .operationNotAllowed }
  public func profile(_ idToken: Secret) async throws(AuthError) -> Profile? { throw .operationNotAllowed }
  public func save(_ profile: Profile, _ idToken: Secret) async throws(AuthError) -> Profile {
    throw .operationNotAllowed
  }
  public func create(_ account: NewAccount) async throws(AuthError) -> Account { throw .operationNotAllowed }
  public func outbox(to address: String?, limit: Int) async throws(AuthError) -> [OutboxMessage] {
    throw .operationNotAllowed
  }
  public func profile(of key: String) async throws(AuthError) -> Profile? { throw .operationNotAllowed }
}
