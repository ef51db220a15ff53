/// What the operator of an account service can do; the app's own commands never go through it.
///
/// `key` is a uid or an e-mail address, in any case. An unknown one throws ``AuthError/userNotFound``.
public protocol AccountServer: Sendable {
  /// Accounts in order of creation, at most `limit` of them.
  func accounts(limit: Int) async throws(AuthError) -> [Account]
  /// One account, and how many of its sessions are open.
  func account(_ key: String) async throws(AuthError) -> (account: Account, sessions: Int)
  /// Makes an account without signing in.
  func create(_ account: NewAccount) async throws(AuthError) -> Account
  /// The mails the service has sent, the newest first, at most `limit` of them; to one address unless `address` is `nil`.
  func outbox(to address: String?, limit: Int) async throws(AuthError) -> [OutboxMessage]
  /// The profile document of an account, `nil` while there is none.
  func profile(of key: String) async throws(AuthError) -> Profile?
  /// Closes or opens an account. A closed one's sessions are refused and live again when it is opened.
  func setDisabled(_ key: String, _ isDisabled: Bool) async throws(AuthError) -> Account
  /// Removes an account, its sessions and its codes for good.
  func delete(_ key: String) async throws(AuthError) -> Account
  /// Ends all sessions of an account and moves its `validSince`; returns how many were open.
  func revoke(_ key: String) async throws(AuthError) -> (account: Account, sessions: Int)
  /// How far the service's clock stands from the machine's. Zero when the store does not exist yet; makes none.
  func clockOffset() async throws(AuthError) -> Duration
  /// Moves the service's clock to `offset` from the machine's, for every process on this store.
  func setClockOffset(_ offset: Duration) async throws(AuthError)
}

/// What an operator says of an account that is to be made.
public struct NewAccount: Sendable, Equatable {
  /// The address.
  public var email: String
  /// Its password.
  public var password: Secret
  /// Whether the address counts as proved.
  public var isEmailVerified = false
  /// Whether the account is closed from the start.
  public var isDisabled = false
  /// The name to show.
  public var displayName: String?

  /// Describes an open account whose address is not proved.
  public init(email: String, password: Secret) {
    self.email = email
    self.password = password
  }
}
