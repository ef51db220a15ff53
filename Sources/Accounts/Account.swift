public import Foundation

/// What the account service knows about one person; the profile document is kept apart from it.
///
/// Fields follow the Identity Toolkit account object.
public struct Account: Sendable, Equatable {
  /// Twenty-eight letters and digits, never given out twice.
  public let uid: String
  /// Lower case; `nil` for an anonymous account.
  public var email: String?
  /// Whether the owner has shown that the address is theirs.
  public var isEmailVerified: Bool
  /// Whether the operator has closed the account.
  public var isDisabled: Bool
  /// The name to show, when the owner gave one.
  public var displayName: String?
  /// The address of a picture, when the owner gave one.
  public var photoURL: String?
  /// Ways to sign in that are linked to the account, such as `password`; empty for an anonymous account.
  public var providers: [String]
  /// When the account was made, on the service's clock.
  public var createdAt: Date
  /// When the owner last proved who they are, on the service's clock.
  public var lastSignInAt: Date
  /// Sessions that began before this instant are refused.
  public var validSince: Date

  /// Makes the value a service returns.
  public init(
    uid: String, email: String? = nil, isEmailVerified: Bool = false, isDisabled: Bool = false,
    displayName: String? = nil, photoURL: String? = nil, providers: [String] = [],
    createdAt: Date, lastSignInAt: Date, validSince: Date
  ) {
    self.uid = uid
    self.email = email
    self.isEmailVerified = isEmailVerified
    self.isDisabled = isDisabled
    self.displayName = displayName
    self.photoURL = photoURL
    self.providers = providers
    self.createdAt = createdAt
    self.lastSignInAt = lastSignInAt
    self.validSince = validSince
  }

  /// An account that nobody can sign in to again once its session is gone.
  public var isAnonymous: Bool { providers.isEmpty }
}
