import Foundation

/// Knows how long the last hash took: it stands between the account service and libcrypto.
///
/// A hash that is timed alone and taken off would do on a quiet machine. But it is a hundred times as long as the rest, so
/// the least noise in it would be the whole result.
enum HashClock {
  private static let lock = NSLock()
  // Guarded by `lock`.
  nonisolated(unsafe) private static var taken = 0.0

  /// Seconds spent in hashes since the last ``reset()``.
  static var seconds: Double { lock.withLock { taken } }

  /// Begins anew.
  static func reset() { lock.withLock { taken = 0 } }

  fileprivate static func add(_ duration: Duration) { lock.withLock { taken += duration / .seconds(1) } }

  fileprivate typealias Hash =
    @convention(c) (
      UnsafePointer<CChar>?, Int, UnsafePointer<UInt8>?, Int, UInt64, UInt64, UInt64, UInt64,
      UnsafeMutablePointer<UInt8>?,
      Int
    ) -> Int32

  /// The function of libcrypto: the next one of that name after this program's.
  fileprivate static let original: Hash? = {
    // RTLD_NEXT, a macro that the importer cannot read.
    let next = UnsafeMutableRawPointer(bitPattern: -1)
    return dlsym(next, "EVP_PBE_scrypt").map { unsafeBitCast($0, to: Hash.self) }
  }()
}

/// Takes the place of libcrypto's function in this program, since the linker looks here first.
@c(EVP_PBE_scrypt)
func timedHash(
  _ password: UnsafePointer<CChar>?, _ passwordLength: Int, _ salt: UnsafePointer<UInt8>?, _ saltLength: Int,
  _ cost: UInt64, _ blockSize: UInt64, _ parallelization: UInt64, _ memory: UInt64,
  _ key: UnsafeMutablePointer<UInt8>?, _ keyLength: Int
) -> Int32 {
  guard let original = HashClock.original else { return 0 }
  let clock = ContinuousClock()
  let start = clock.now
  defer { HashClock.add(clock.now - start) }
  return original(
    password, passwordLength, salt, saltLength, cost, blockSize, parallelization, memory, key, keyLength)
}
