package import Accounts
internal import CCrypto

/// The key that signs a store's ID tokens: Ed25519 (RFC 8032), through libcrypto.
///
/// The library's form of it is made once and kept, because making it costs more than a signature.
package final class SigningKey {
  /// The key's name in its store and in the tokens' headers.
  package let id: String
  /// The header of the tokens that it signs (RFC 8037), as they carry it.
  let header: String
  private let key: OpaquePointer
  /// The token signed last, and what it says: the one that comes back is nearly always that one, and checking a signature
  /// costs more than all the rest of a question. Guarded by the store's lock, as the key is.
  var latest: (token: Secret, claims: IDTokenClaims)?

  private static let length = 32

  /// Takes the 32 bytes of a private key.
  /// - Throws: `corrupt` for another number of them.
  package init(id: String, privateKey: [UInt8]) throws(AuthError) {
    guard privateKey.count == Self.length,
      let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, privateKey, privateKey.count)
    else { throw .store(.corrupt) }
    self.id = id
    header = Base64.encodeForURL(Array(#"{"alg":"EdDSA","typ":"JWT","kid":"\#(id)"}"#.utf8))
    self.key = key
  }

  deinit { EVP_PKEY_free(key) }

  /// Makes a store's key; part of making the store's tables.
  static func make(in database: Database, _ random: any RandomSource) throws(AuthError) {
    try database.run(
      "INSERT INTO keys (kid, private) VALUES (?, ?)",
      .text(Base64.encodeForURL(random.bytes(8))), .blob(random.bytes(length)))
  }

  /// The key of a store, which has one from the start.
  static func read(from database: Database) throws(AuthError) -> SigningKey {
    let found = try database.first("SELECT kid, private FROM keys LIMIT 1") { (row) in (row.text(0), row.blob(1)) }
    guard let found, let id = found.0 else { throw .store(.corrupt) }
    return try SigningKey(id: id, privateKey: found.1)
  }

  /// Signs a message; the same one always gets the same 64 bytes.
  package func signature(of message: [UInt8]) throws(AuthError) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: 64)
    var count = signature.count
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
      EVP_DigestSign(context, &signature, &count, message, message.count) == 1
    else { throw .store(.unusable("Ed25519: the library refused to sign")) }
    return signature
  }

  /// Whether this key has signed `message` with `signature`.
  package func signed(_ message: [UInt8], _ signature: [UInt8]) -> Bool {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }
}
