/// The profile document `users/<uid>`: all that an app knows of a person besides the account.
///
/// Codable by these names; the optional ones may be absent. Source: the second article's `User`.
public struct Profile: Sendable, Equatable, Codable {
  /// The uid of the account it belongs to.
  public var id: String
  /// The account's address; empty for an anonymous account.
  public var email: String
  /// The name others find the person by.
  public var username: String
  /// The name to show.
  public var name: String
  /// A few words about the person.
  public var bio: String?
  /// The address of a picture.
  public var profileImageUrl: String?

  /// Bytes that a document may have as JSON.
  public static let largest = 65_536

  /// Makes a document.
  public init(
    id: String, email: String, username: String, name: String, bio: String? = nil, profileImageUrl: String? = nil
  ) {
    self.id = id
    self.email = email
    self.username = username
    self.name = name
    self.bio = bio
    self.profileImageUrl = profileImageUrl
  }
}
