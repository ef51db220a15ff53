public import Accounts
public import AuthStorage

/// What the app knows about who is signed in. One value, so that a half-set state cannot exist.
public enum AuthState: Sendable, Equatable {
  /// No verdict yet: the first moments after start, or a store that cannot be read.
  case unknown
  /// Nobody.
  case signedOut
  /// Somebody. `isVerified` is false while a restored session could not be checked with its service.
  case signedIn(uid: String, isVerified: Bool)

  /// Who, if anybody.
  public var uid: String? {
    guard case .signedIn(let uid, _) = self else { return nil }
    return uid
  }

  /// The word that status and scripts use.
  public var name: String {
    switch self {
    case .unknown: "unknown"
    case .signedOut: "signedOut"
    case .signedIn: "signedIn"
    }
  }
}

/// Why the state is what it is, when that needs telling: shown on the root it led to, and by `status`.
public enum StateReason: Sendable, Equatable {
  /// The service refused the kept session.
  case refused(AuthError)
  /// `isSignIn` was true, but no session was kept.
  case sessionMissing
  /// The kept session belongs to another install of the settings.
  case installMismatch
  /// The kept session belongs to a repository that this program does not have.
  case unknownRepository(String)
  /// `isSignIn` was set to false by hand.
  case claimWithdrawn
  /// Another process on this home signed out.
  case signedOutElsewhere
  /// The settings or the vault cannot be read.
  case storeUnreadable(StorageError)
  /// The account service's store cannot be used.
  case serviceUnusable(AuthError)
  /// The service gave no verdict in time.
  case restoreTimeout(limit: Duration)
}
