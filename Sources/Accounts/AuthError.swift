/// Why the account service said no. Facts only; the wording stands with the commands.
///
/// Codes are the names that Firebase developers know, without the `auth/` prefix.
public enum AuthError: Error, Equatable, Sendable {
  /// The address cannot be one: it lacks an `@` with something on both sides.
  case invalidEmail
  /// Fewer characters than the service asks for.
  case weakPassword(minimum: Int)
  /// Somebody has that address.
  case emailAlreadyInUse
  /// The address or the password is wrong; which one is not said.
  case invalidCredential
  /// The operator has closed the account.
  case userDisabled
  /// No such account; the operator's side only.
  case userNotFound
  /// Too many failures; try again after the wait.
  case tooManyRequests(retryAfter: Duration)
  /// The session was ended, or its account is gone.
  case userTokenExpired
  /// The ID token is too old; a fresh one can be had for the refresh token.
  case idTokenExpired
  /// The last proof of who is typing is too long ago for what was asked.
  case requiresRecentLogin
  /// The code from the mail is unknown, spent, or for something else.
  case invalidActionCode
  /// The code from the mail came too late.
  case expiredActionCode
  /// The account has a password already.
  case providerAlreadyLinked
  /// The account has no password.
  case noSuchProvider
  /// A profile document is larger than the service takes.
  case documentTooLarge(limit: Int)
  /// The service did not answer.
  case networkRequestFailed
  /// The service does not offer that: a way to sign in, or a clock further off than it can count.
  case operationNotAllowed
  /// Nobody is signed in.
  case noCurrentUser
  /// The service's own store cannot be used.
  case store(StoreFault)

  /// The code a script tests for.
  public var code: String {
    switch self {
    case .invalidEmail: "invalid-email"
    case .weakPassword: "weak-password"
    case .emailAlreadyInUse: "email-already-in-use"
    case .invalidCredential: "invalid-credential"
    case .userDisabled: "user-disabled"
    case .userNotFound: "user-not-found"
    case .tooManyRequests: "too-many-requests"
    case .userTokenExpired: "user-token-expired"
    case .idTokenExpired: "id-token-expired"
    case .requiresRecentLogin: "requires-recent-login"
    case .invalidActionCode: "invalid-action-code"
    case .expiredActionCode: "expired-action-code"
    case .providerAlreadyLinked: "provider-already-linked"
    case .noSuchProvider: "no-such-provider"
    case .documentTooLarge: "invalid-argument"
    case .networkRequestFailed: "network-request-failed"
    case .operationNotAllowed: "operation-not-allowed"
    case .noCurrentUser: "no-current-user"
    case .store: "store-unreadable"
    }
  }

  /// Whether an answer to a request that carried a token says that its session is over. A wrong password does not.
  public var endsSession: Bool { self != .invalidCredential && isDefiniteRefusal }

  /// Whether a session that meets this answer is over. Everything else, a silent service above all, leaves it alone.
  public var isDefiniteRefusal: Bool {
    switch self {
    case .userDisabled, .userTokenExpired, .userNotFound, .invalidCredential: true
    default: false
    }
  }
}

/// What is wrong with the service's store.
public enum StoreFault: Error, Equatable, Sendable {
  /// Another program holds it.
  case locked
  /// The file is not a database, or a damaged one.
  case corrupt
  /// A later authsh wrote it.
  case newer(version: Int)
  /// It can be read but not written.
  case readOnly
  /// The disk has no room.
  case full
  /// It cannot be opened; the operating system's or the library's words.
  case unusable(String)
}
