public import Foundation

/// What a code that the service sent by mail is for, by the Identity Toolkit's names for its links.
public struct ActionCode: Sendable, Equatable {
  /// What spending it does.
  public enum Purpose: String, Sendable, CaseIterable {
    /// Proves the account's address.
    case verifyEmail
    /// Proves a new address and makes it the account's.
    case verifyAndChangeEmail
    /// Allows a new password.
    case resetPassword
  }

  /// What spending it does.
  public var purpose: Purpose
  /// The account's address when the code was sent.
  public var email: String
  /// The address that the account gets, for ``Purpose/verifyAndChangeEmail``.
  public var newEmail: String?

  /// Describes a code.
  public init(purpose: Purpose, email: String, newEmail: String? = nil) {
    self.purpose = purpose
    self.email = email
    self.newEmail = newEmail
  }
}

/// A mail that the service would have sent, as its operator reads it.
public struct OutboxMessage: Sendable, Equatable {
  /// What has become of the code.
  public enum State: String, Sendable {
    /// It can be spent.
    case open
    /// It was spent, or a later one of its kind took its place.
    case spent
    /// Its time is over.
    case expired
  }

  /// Whom it goes to.
  public var to: String
  /// What its code is for.
  public var code: ActionCode
  /// The code itself.
  public var text: Secret
  /// When it was sent, on the service's clock.
  public var sentAt: Date
  /// Until when the code can be spent, on the service's clock.
  public var expiresAt: Date
  /// What has become of the code.
  public var state: State

  /// Describes a mail.
  public init(to: String, code: ActionCode, text: Secret, sentAt: Date, expiresAt: Date, state: State) {
    self.to = to
    self.code = code
    self.text = text
    self.sentAt = sentAt
    self.expiresAt = expiresAt
    self.state = state
  }
}

/// One open session of an account, without its tokens.
public struct SessionSummary: Sendable, Equatable {
  /// Names it; also the `sid` claim of its ID tokens.
  public var id: String
  /// When it was opened, on the service's clock; a changed password opens it anew.
  public var startedAt: Date
  /// When its owner last proved who they are in it.
  public var authenticatedAt: Date
  /// When it last got a refresh token.
  public var refreshedAt: Date
  /// Whether it is the one that asked.
  public var isCurrent: Bool

  /// Describes a session.
  public init(id: String, startedAt: Date, authenticatedAt: Date, refreshedAt: Date, isCurrent: Bool) {
    self.id = id
    self.startedAt = startedAt
    self.authenticatedAt = authenticatedAt
    self.refreshedAt = refreshedAt
    self.isCurrent = isCurrent
  }
}
