internal import Accounts
internal import CCrypto

extension Secret {
  /// SHA-256 of the text: finds a token without keeping it.
  var digest: [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    let text = Array(reveal().utf8)
    SHA256(text, text.count, &digest)
    return digest
  }
}
