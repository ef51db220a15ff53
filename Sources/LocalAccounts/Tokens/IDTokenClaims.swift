internal import Accounts

/// What an ID token says (RFC 7519), by the names that Firebase's tokens use.
struct IDTokenClaims: Codable, Equatable {
  /// Who made it: the issuer of the project's tokens.
  var iss = issuer
  /// Whom it is for: the project.
  var aud = project
  /// The owner's uid.
  var sub: String
  /// The same, where Firebase's libraries look for it.
  var userID: String
  /// When it was made, in seconds since 1970.
  var iat: Int64
  /// From when on it is too old.
  var exp: Int64
  /// When the owner last proved who they are.
  var authTime: Int64
  /// The name to show.
  var name: String?
  /// The address of a picture.
  var picture: String?
  /// The owner's address.
  var email: String?
  /// Whether the address is proved; absent without one.
  var isEmailVerified: Bool?
  /// `anonymous`, for an anonymous account only.
  var providerID: String?
  /// The session that it was made in (OpenID Connect Front-Channel Logout).
  var sid: String
  /// The session's generation; a changed password starts the next one, so that tokens made before it end.
  var gen: Int64
  /// How the owner signed in.
  var firebase: Firebase

  /// The claim that Firebase keeps its own facts in.
  struct Firebase: Codable, Equatable {
    /// What the owner is known by; `email` or nothing.
    var identities: [String: [String]]
    /// `password` or `anonymous`.
    var signInProvider: String

    private enum CodingKeys: String, CodingKey {
      case identities
      case signInProvider = "sign_in_provider"
    }
  }

  private enum CodingKeys: String, CodingKey {
    case iss, aud, sub, iat, exp, name, picture, email, sid, gen, firebase
    case userID = "user_id"
    case authTime = "auth_time"
    case isEmailVerified = "email_verified"
    case providerID = "provider_id"
  }

  /// The project that all accounts of an embedded service belong to.
  static let project = "authsh"
  /// The issuer that Firebase's libraries expect for it.
  static let issuer = "https://securetoken.google.com/\(project)"
  /// How long a token is good for, in seconds.
  static let life: Int64 = 3_600

  /// What is to be said of `account` in `session` at `now`.
  init(_ account: Account, in session: SessionRecord, at now: Timestamp) {
    sub = account.uid
    userID = account.uid
    iat = now.seconds
    exp = now.seconds + Self.life
    authTime = session.authenticatedAt.seconds
    name = account.displayName
    picture = account.photoURL
    email = account.email
    isEmailVerified = account.email == nil ? nil : account.isEmailVerified
    let provider = account.isAnonymous ? "anonymous" : "password"
    providerID = account.isAnonymous ? provider : nil
    sid = session.sid
    gen = session.generation
    firebase = Firebase(
      identities: account.email.map { ["email": [$0]] } ?? [:], signInProvider: provider)
  }
}
