public import Foundation

/// Where the time comes from; tests hand in one that stands still.
public protocol WallClock: Sendable {
  /// The present instant.
  func now() -> Date
}

/// The machine's clock.
public struct SystemClock: WallClock {
  /// Makes the one there is.
  public init() {}
  /// The machine's present instant.
  public func now() -> Date { Date() }
}

/// Where randomness comes from; a seeded one repeats a run.
public protocol RandomSource: Sendable {
  /// `count` fresh bytes.
  func bytes(_ count: Int) -> [UInt8]
}

/// The machine's own randomness, fit for secrets.
public struct SystemRandom: RandomSource {
  /// Makes the one there is.
  public init() {}
  /// `count` bytes from the operating system.
  public func bytes(_ count: Int) -> [UInt8] {
    // One call to the operating system fills eight bytes, not one.
    let words = (0..<(count + 7) / 8).map { _ in UInt64.random(in: .min ... .max) }
    return words.withUnsafeBytes { Array($0.prefix(count)) }
  }
}
