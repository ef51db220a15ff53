package import Accounts
internal import CCrypto
internal import Foundation

/// A password as the store keeps it: `$scrypt$ln=15,r=8,p=3$salt$hash`, salt and hash in base64 without padding.
package struct PasswordHash: Equatable, Sendable {
  /// What it cost, and costs to check.
  package let cost: ScryptCost
  private let salt: [UInt8]
  private let key: [UInt8]

  private static let keyLength = 32

  /// Hashes a password with a fresh salt of 16 bytes.
  package init(_ password: Secret, cost: ScryptCost, random: any RandomSource) throws(AuthError) {
    self.cost = cost
    salt = random.bytes(16)
    key = try Self.derive(password, salt, cost)
  }

  /// Reads the stored form strictly; `nil` for anything this program would not have written or cannot afford to check.
  package init?(_ text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt",
      let cost = Self.cost(parts[2]), cost.isAffordable,
      let salt = Base64.decode(String(parts[3])), (8...64).contains(salt.count),
      let key = Base64.decode(String(parts[4])), key.count == Self.keyLength
    else { return nil }
    self.cost = cost
    self.salt = salt
    self.key = key
  }

  private init(cost: ScryptCost, salt: [UInt8], key: [UInt8]) {
    self.cost = cost
    self.salt = salt
    self.key = key
  }

  /// What is checked where there is no account: costs the same, and fits no password.
  package static func nobody(cost: ScryptCost) -> PasswordHash {
    PasswordHash(cost: cost, salt: Array(repeating: 0, count: 16), key: [])
  }

  /// The stored form.
  package var text: String {
    "$scrypt$ln=\(cost.logN),r=\(cost.r),p=\(cost.p)$\(Base64.encode(salt))$\(Base64.encode(key))"
  }

  /// Whether `password` is the one; takes as long for a wrong one as for the right one.
  package func fits(_ password: Secret) throws(AuthError) -> Bool {
    let candidate = try Self.derive(password, salt, cost)
    return key.count == candidate.count && CRYPTO_memcmp(key, candidate, key.count) == 0
  }

  /// Passwords are hashed in composed form: which one the keyboard sends is not the person's choice.
  private static func derive(_ password: Secret, _ salt: [UInt8], _ cost: ScryptCost) throws(AuthError) -> [UInt8] {
    var bytes = Array(password.reveal().precomposedStringWithCanonicalMapping.utf8)
    defer { OPENSSL_cleanse(&bytes, bytes.count) }
    return try Scrypt.derive(password: bytes, salt: salt, cost: cost, length: keyLength)
  }

  /// Reads `ln=15,r=8,p=3`.
  private static func cost(_ text: Substring) -> ScryptCost? {
    let fields = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = zip(["ln=", "r=", "p="], fields).compactMap { name, field in
      field.hasPrefix(name) ? Int(field.dropFirst(name.count)) : nil
    }
    guard fields.count == 3, numbers.count == 3 else { return nil }
    let cost = ScryptCost(logN: numbers[0], r: numbers[1], p: numbers[2])
    return text == "ln=\(cost.logN),r=\(cost.r),p=\(cost.p)" ? cost : nil
  }
}
