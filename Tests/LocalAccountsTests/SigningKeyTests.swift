import Accounts
import LocalAccounts
import Testing

private func bytes(_ hex: String) -> [UInt8] {
  var rest = hex[...]
  var bytes: [UInt8] = []
  while let byte = UInt8(rest.prefix(2), radix: 16) {
    bytes.append(byte)
    rest = rest.dropFirst(2)
  }
  return bytes
}

private struct Vector {
  let key: String
  let message: String
  let signature: String
}

/// RFC 8032 section 7.1, the first three tests.
private let vectors = [
  Vector(
    key: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", message: "",
    signature: "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
      + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"),
  Vector(
    key: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", message: "72",
    signature: "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
      + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"),
  Vector(
    key: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7", message: "af82",
    signature: "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
      + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"),
]

@Test(arguments: 0..<3)
func `the test vectors of RFC 8032 come out`(_ index: Int) throws {
  let vector = vectors[index]
  let (message, signature) = (bytes(vector.message), bytes(vector.signature))
  let key = try SigningKey(id: "k", privateKey: bytes(vector.key))
  #expect(try key.signature(of: message) == signature)
  #expect(key.signed(message, signature))
  #expect(!key.signed(message + [0], signature))
  #expect(!key.signed(message, []))
}

@Test(arguments: [0, 31, 33]) func `a key of another length is told as damage`(_ count: Int) {
  #expect(throws: AuthError.store(.corrupt)) {
    try SigningKey(id: "k", privateKey: Array(repeating: 1, count: count))
  }
}
