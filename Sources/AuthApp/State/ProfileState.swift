public import Accounts

/// What is known of the current user's profile document.
public enum ProfileState: Sendable, Equatable {
  /// Nothing has been asked yet, or nobody is signed in.
  case none
  /// It is on its way, from the service or to it.
  case loading
  /// The service has this one.
  case saved(Profile)
  /// The service has none for this account.
  case missing
  /// It could not be fetched, or a first one could not be saved.
  case failed(AppError)

  /// The document that the service has, as far as is known.
  public var document: Profile? {
    guard case .saved(let profile) = self else { return nil }
    return profile
  }

  /// The word that status and scripts use.
  public var name: String {
    switch self {
    case .none: "none"
    case .loading: "loading"
    case .saved: "saved"
    case .missing: "missing"
    case .failed: "failed"
    }
  }
}
