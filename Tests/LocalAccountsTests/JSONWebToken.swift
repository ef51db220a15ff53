import Accounts
import CCrypto
import Foundation
import LocalAccounts
import Testing

/// A token as somebody else's program reads it: JSONSerialization, and libcrypto with the public key alone.
struct JSONWebToken {
  let header: [String: Any]
  let claims: [String: Any]
  private let signed: String
  private let signature: [UInt8]

  init(_ token: Secret) throws {
    let parts = token.reveal().split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    try #require(parts.count == 3)
    header = try #require(JSONSerialization.jsonObject(with: Self.decode(parts[0])) as? [String: Any])
    claims = try #require(JSONSerialization.jsonObject(with: Self.decode(parts[1])) as? [String: Any])
    signature = [UInt8](try Self.decode(parts[2]))
    signed = "\(parts[0]).\(parts[1])"
  }

  func text(_ claim: String) -> String? { claims[claim] as? String }
  func number(_ claim: String) -> Int? { claims[claim] as? Int }

  /// Whether the key of `store` has signed it.
  func isSigned(by store: TestStore) throws -> Bool {
    let secret = try #require(try store.connection().first("SELECT private FROM keys") { $0.blob(0) })
    let pair = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, secret, secret.count)
    var (open, count) = ([UInt8](repeating: 0, count: 32), 32)
    EVP_PKEY_get_raw_public_key(pair, &open, &count)
    let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, open, count)
    let context = EVP_MD_CTX_new()
    defer {
      EVP_MD_CTX_free(context)
      EVP_PKEY_free(key)
      EVP_PKEY_free(pair)
    }
    let message = Array(signed.utf8)
    return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }

  /// Base64url without padding.
  static func encode(_ data: Data) -> String {
    data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
  }

  private static func decode(_ text: String) throws -> Data {
    try #require(!text.contains { "+/=".contains($0) })
    let standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    return try #require(Data(base64Encoded: standard + String(repeating: "=", count: (4 - standard.count % 4) % 4)))
  }
}
