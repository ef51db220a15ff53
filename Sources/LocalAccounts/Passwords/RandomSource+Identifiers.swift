internal import Accounts

extension RandomSource {
  /// Twenty-eight letters and digits, all equally likely.
  func uid() -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    // A byte above the last whole round of the alphabet is passed over: it would favour the first letters.
    let fair = 256 / alphabet.count * alphabet.count
    var uid = ""
    while uid.count < 28 {
      for byte in bytes(32) where byte < fair && uid.count < 28 { uid.append(alphabet[Int(byte) % alphabet.count]) }
    }
    return uid
  }

  /// A session's public name: 128 bits in base64url.
  func sessionID() -> String { Base64.encodeForURL(bytes(16)) }

  /// A code for a mail: 54 letters of base64url, as the Identity Toolkit has it.
  ///
  /// None begins with a dash: typed after a command it would look like an option.
  func actionCode() -> Secret {
    while true {
      let code = Base64.encodeForURL(bytes(41)).prefix(54)
      if code.first != "-" { return Secret(String(code)) }
    }
  }

  /// A refresh token: 256 bits in base64url.
  func refreshToken() -> Secret { Secret(Base64.encodeForURL(bytes(32))) }
}
