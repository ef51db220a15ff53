internal import Accounts
internal import Foundation

/// What an ID token says, by the names of RFC 7519, OpenID Connect and the Identity Toolkit.
struct IDToken: Codable, Equatable {
  /// How long one is good, in seconds.
  static let lifetime: Int64 = 3_600
  /// For whom it is: the project's id.
  static let audience = "authsh"
  /// Who issues it, as the Identity Toolkit writes it for a project.
  static let issuer = "https://securetoken.google.com/\(audience)"

  /// How its owner signed in.
  struct Firebase: Codable, Equatable {
    var identities: [String: [String]]
    var sign_in_provider: String
  }

  var iss = Self.issuer
  var aud = Self.audience
  var sub: String
  var user_id: String
  /// The session, as OpenID Connect names it for signing out.
  var sid: String
  var iat: Int64
  var exp: Int64
  var auth_time: Int64
  var name: String?
  var picture: String?
  var email: String?
  var email_verified: Bool?
  var provider_id: String?
  var firebase: Firebase

  /// What a token of `session` says at `now`.
  init(_ session: SessionRecord, now: Timestamp) {
    let account = session.account.account
    sub = account.uid
    user_id = account.uid
    sid = session.sid
    // A clock that went back must not make a token that is too old at once.
    iat = max(now.seconds, session.validSince.seconds)
    exp = iat + Self.lifetime
    auth_time = session.authenticatedAt.seconds
    name = account.displayName
    picture = account.photoURL
    email = account.email
    email_verified = account.email == nil ? nil : account.isEmailVerified
    provider_id = account.isAnonymous ? "anonymous" : nil
    firebase = Firebase(
      identities: account.email.map { ["email": [$0]] } ?? [:],
      sign_in_provider: account.isAnonymous ? "anonymous" : "password")
  }

  /// The signed text.
  func signed(by key: SigningKey) throws(AuthError) -> Secret {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let body = try? encoder.encode(self) else { throw .store(.unusable("a token cannot be written")) }
    let message = Self.header(key) + "." + Base64.encodeForURL([UInt8](body))
    return Secret(message + "." + Base64.encodeForURL(try key.sign(Array(message.utf8))))
  }

  /// Reads a text that `key` has signed for this service; `nil` for any other.
  init?(_ text: Secret, by key: SigningKey) {
    let parts = text.reveal().split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, parts[0] == Self.header(key), let body = Base64.decodeForURL(parts[1]),
      let signature = Base64.decodeForURL(parts[2]),
      key.verifies(signature, of: Array("\(parts[0]).\(parts[1])".utf8)),
      let token = try? JSONDecoder().decode(Self.self, from: Data(body)),
      token.iss == Self.issuer, token.aud == Self.audience
    else { return nil }
    self = token
  }

  /// There is one header for each key, so it is compared and not read.
  private static func header(_ key: SigningKey) -> String {
    Base64.encodeForURL(Array(#"{"alg":"EdDSA","kid":"\#(key.id)","typ":"JWT"}"#.utf8))
  }
}
