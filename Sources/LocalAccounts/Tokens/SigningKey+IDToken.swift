internal import Accounts

/// ID tokens as text: header, claims and signature in base64url, joined by dots (RFC 7515, RFC 8037).
extension SigningKey {
  /// Signs claims.
  func token(_ claims: IDTokenClaims) throws(AuthError) -> Secret {
    let text = "\(header).\(Base64.encodeForURL(try JSON.encode(claims)))"
    let token = Secret("\(text).\(Base64.encodeForURL(try signature(of: Array(text.utf8))))")
    latest = (token, claims)
    return token
  }

  /// What a token says, if this key has signed it for this project; `nil` for anything else, whatever its header claims.
  func claims(of token: Secret) -> IDTokenClaims? {
    if let latest, latest.token == token { return latest.claims }
    let token = Array(token.reveal().utf8)
    let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    // Compared as a whole, the header leaves no choice of algorithm or key to who sends it.
    guard parts.count == 3, parts[0].elementsEqual(header.utf8),
      let signature = Base64.decodeFromURL(parts[2]), let body = Base64.decodeFromURL(parts[1]),
      signed(Array(token[..<parts[1].endIndex]), signature),
      let claims = JSON.decode(IDTokenClaims.self, from: body),
      claims.iss == IDTokenClaims.issuer, claims.aud == IDTokenClaims.project
    else { return nil }
    return claims
  }
}
