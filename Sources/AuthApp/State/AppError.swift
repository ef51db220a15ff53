public import Accounts
public import AuthStorage

/// Why a use case failed.
public enum AppError: Error, Equatable, Sendable {
  /// The account service said no; nothing was changed here.
  case auth(AuthError)
  /// The answer could not be kept; what had been written was taken back.
  case storage(StorageError)
  /// The account was made, but its session could not be kept; signing in will work once the cause is gone.
  case accountMadeButNotKept(email: String, StorageError)
  /// The service gave no verdict in time.
  case restoreTimeout(limit: Duration)
}
