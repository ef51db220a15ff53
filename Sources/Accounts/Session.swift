/// Proof that somebody is signed in, as a repository hands it out.
public struct Session: Sendable, Equatable {
  /// Whose session it is.
  public var account: Account
  /// What restores the session after a restart; kept in the vault and nowhere else.
  public var refreshToken: Secret

  /// Pairs an account with the token of one of its sessions.
  public init(account: Account, refreshToken: Secret) {
    self.account = account
    self.refreshToken = refreshToken
  }
}

/// How a person proves who they are to a repository.
public enum Credential: Sendable, Equatable {
  /// An address and its password.
  case password(email: String, Secret)
  /// Nothing: the service makes a fresh account without an address.
  case anonymous
}
