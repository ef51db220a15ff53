/// Proof that somebody is signed in, as a repository hands it out.
public struct Session: Sendable, Equatable {
  /// Whose session it is.
  public var account: Account
  /// What restores the session after a restart; kept in the vault and nowhere else.
  public var refreshToken: Secret
  /// What the service asks for with each request: a signed JSON Web Token (RFC 7519) that is good for an hour. `nil` until
  /// one was fetched, and for repositories that have none.
  public var idToken: Secret?

  /// Pairs an account with the tokens of one of its sessions.
  public init(account: Account, refreshToken: Secret, idToken: Secret? = nil) {
    self.account = account
    self.refreshToken = refreshToken
    self.idToken = idToken
  }
}

/// How a person proves who they are to a repository.
public enum Credential: Sendable, Equatable {
  /// An address and its password.
  case password(email: String, Secret)
  /// Nothing: the service makes a fresh account without an address.
  case anonymous
}
