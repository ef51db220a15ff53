import Foundation

/// Randomness that repeats a run: the same seed, the same bytes. Not for secrets that matter.
///
/// The generator is SplitMix64.
public final class SeededRandom: RandomSource {
  private let lock = NSLock()
  // Guarded by `lock`.
  nonisolated(unsafe) private var state: UInt64

  /// Starts at `seed`.
  public init(seed: UInt64) { state = seed }

  /// The next `count` bytes.
  public func bytes(_ count: Int) -> [UInt8] {
    lock.withLock { (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 32) } }
  }

  private func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
