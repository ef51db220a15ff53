package import Accounts
internal import CCrypto

/// What one run of scrypt costs, in the letters of RFC 7914.
package struct ScryptCost: Equatable, Sendable {
  /// The binary logarithm of N.
  package let logN: Int
  /// The block size.
  package let r: Int
  /// The parallelization.
  package let p: Int

  /// Names a cost; whether it can be paid shows in ``Scrypt/derive(password:salt:cost:length:)``.
  package init(logN: Int, r: Int, p: Int) {
    self.logN = logN
    self.r = r
    self.p = p
  }

  /// Whether the memory and time stay within what this program may spend, so that a forged hash cannot make it spend more.
  package var isAffordable: Bool {
    (1...20).contains(logN) && (1...32).contains(r) && (1...16).contains(p) && work <= 1 << 20
  }

  /// Blocks mixed, which is what time goes by.
  package var work: Int { (1 << logN) * r * p }
}

/// The password hash of RFC 7914, through libcrypto. Blocks for as long as the cost says.
package enum Scrypt {
  /// Memory a run may take: 64 MiB.
  private static let memoryLimit: UInt64 = 64 << 20

  /// Derives a key.
  /// - Throws: `unusable` when the cost is out of bounds or the memory is not there.
  package static func derive(
    password: [UInt8], salt: [UInt8], cost: ScryptCost, length: Int
  ) throws(AuthError) -> [UInt8] {
    var key = [UInt8](repeating: 0, count: length)
    let isDone = password.withUnsafeBytes { secret in
      EVP_PBE_scrypt(
        secret.baseAddress?.assumingMemoryBound(to: CChar.self), secret.count, salt, salt.count,
        1 << UInt64(cost.logN), UInt64(cost.r), UInt64(cost.p), memoryLimit, &key, key.count)
    }
    guard isDone == 1 else { throw .store(.unusable("scrypt: no memory for this cost")) }
    return key
  }
}
