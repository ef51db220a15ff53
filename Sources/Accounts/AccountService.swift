/// The account service as an app's client sees it beyond logging in: what the owner of an account may ask and change.
///
/// Each operation ends exactly once. Those that take an ID token check its signature, that its session is still open, that
/// its account is, and its age at last: they throw ``AuthError/idTokenExpired`` for one that is only too old, or from before
/// a changed password, and ``refresh(_:)`` gets another. A recent login is one of the last five minutes. All may be called
/// from any thread and may wait.
public protocol AccountService: AccountCreating {
  /// Trades a refresh token for a new one and a fresh ID token, in the same session.
  ///
  /// The old refresh token stays good until the new one is used, so that a client that dies before it has kept the new one
  /// is not locked out. Throws ``AuthError/userTokenExpired`` when the session is over.
  func refresh(_ refreshToken: Secret) async throws(AuthError) -> Session
  /// The owner as the service has it now.
  func lookup(_ idToken: Secret) async throws(AuthError) -> Account
  /// Proves once more who is typing; the session counts as begun now by the rule of recent logins.
  /// - Throws: ``AuthError/invalidCredential`` for a wrong password, ``AuthError/noSuchProvider`` without one.
  func reauthenticate(_ idToken: Secret, password: Secret) async throws(AuthError) -> Session
  /// Gives an anonymous account an address and a password; its uid and its sessions stay.
  /// - Throws: ``AuthError/providerAlreadyLinked`` for an account that has a password, ``AuthError/emailAlreadyInUse``
  func link(_ idToken: Secret, email: String, password: Secret) async throws(AuthError) -> Session
  /// Sets the name and the picture that others see; `nil` takes one away.
  /// - Throws: ``AuthError/documentTooLarge(limit:)``
  func update(_ idToken: Secret, displayName: String?, photoURL: String?) async throws(AuthError) -> Account
  /// Changes the password, ends all other sessions, and goes on in this one with new tokens; its earlier ID tokens are too
  /// old from then on.
  /// - Throws: ``AuthError/requiresRecentLogin``, ``AuthError/weakPassword(minimum:)``, ``AuthError/noSuchProvider``
  func changePassword(_ idToken: Secret, to password: Secret) async throws(AuthError) -> Session
  /// Removes the account, its sessions, its codes and its profile for good.
  /// - Throws: ``AuthError/requiresRecentLogin``
  func deleteAccount(_ idToken: Secret) async throws(AuthError)

  /// Sends a code that proves the account's own address.
  /// - Throws: ``AuthError/noSuchProvider`` for an anonymous account, which has none.
  func sendEmailVerification(_ idToken: Secret) async throws(AuthError)
  /// Sends a code to `email` that makes it the account's address.
  /// - Throws: ``AuthError/requiresRecentLogin``, ``AuthError/emailAlreadyInUse``, ``AuthError/noSuchProvider``
  func sendEmailChange(_ idToken: Secret, to email: String) async throws(AuthError)
  /// Sends a code that allows a new password. An address without an account is told nothing else.
  func sendPasswordReset(email: String) async throws(AuthError)
  /// What a code is for, without spending it.
  /// - Throws: ``AuthError/invalidActionCode``, ``AuthError/expiredActionCode``
  func check(code: Secret) async throws(AuthError) -> ActionCode
  /// Spends a code that proves or changes an address. A changed address ends all sessions of the account.
  /// - Throws: as ``check(code:)``; ``AuthError/userDisabled``, ``AuthError/emailAlreadyInUse``, which leave the code good.
  func apply(code: Secret) async throws(AuthError) -> ActionCode
  /// Spends a code for a new password, marks the address as proved, and ends all sessions of the account.
  /// - Throws: as ``apply(code:)``; ``AuthError/weakPassword(minimum:)``
  func resetPassword(code: Secret, to password: Secret) async throws(AuthError) -> ActionCode

  /// The owner's open sessions, the newest first.
  func sessions(_ idToken: Secret) async throws(AuthError) -> [SessionSummary]
  /// Ends all of the owner's sessions, this one too.
  func revokeSessions(_ idToken: Secret) async throws(AuthError)

  /// The owner's profile document, `nil` while there is none.
  func profile(_ idToken: Secret) async throws(AuthError) -> Profile?
  /// Writes the owner's profile document; its `id` and `email` are set by the service.
  /// - Throws: ``AuthError/documentTooLarge(limit:)``
  func save(_ profile: Profile, _ idToken: Secret) async throws(AuthError) -> Profile
}
