import Foundation

/// Random values from a seed that failures print; `AUTHSH_SEED` repeats it.
struct Seeded: RandomNumberGenerator {
  let seed: UInt64
  private var state: UInt64

  init() {
    seed = ProcessInfo.processInfo.environment["AUTHSH_SEED"].flatMap { UInt64($0) } ?? .random(in: 0..<1_000_000)
    state = seed
  }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Up to `count` of the characters.
  mutating func text(upTo count: Int, of characters: String) -> String {
    let all = Array(characters)
    let length = Int.random(in: 0...count, using: &self)
    return String((0..<length).map { _ in all[Int.random(in: all.indices, using: &self)] })
  }
}
