internal import Accounts
internal import CCrypto

/// The Ed25519 key (RFC 8032) that signs a store's ID tokens.
final class SigningKey {
  /// Bytes of a private key as the store keeps it.
  static let length = 32

  /// Names the key in a token's header.
  let id: String
  private let key: OpaquePointer

  /// Takes the key up from the store.
  init(id: String, privateKey: [UInt8]) throws(AuthError) {
    guard privateKey.count == Self.length,
      let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, privateKey, privateKey.count)
    else { throw .store(.corrupt) }
    self.id = id
    self.key = key
  }

  deinit { EVP_PKEY_free(key) }

  /// The signature of `message`, 64 bytes.
  func sign(_ message: [UInt8]) throws(AuthError) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: 64)
    var length = signature.count
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
      EVP_DigestSign(context, &signature, &length, message, message.count) == 1
    else { throw .store(.unusable("libcrypto cannot sign")) }
    return signature
  }

  /// Whether `signature` is this key's for `message`.
  func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }
}
