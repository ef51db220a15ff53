public import Foundation

/// What became of a post.
public struct Receipt: Hashable, Sendable {
  /// The number of the event.
  public let number: UInt64
  /// How many observers were called before the post returned; 0 while it is queued.
  public internal(set) var delivered = 0
  /// How many observers of the name were passed over: another sender, or removed during the round.
  public internal(set) var skipped = 0
  /// Whether the post waits for the delivery it was made in to end.
  public internal(set) var queued = false
  /// Why this post, or one that it led to, was refused.
  public internal(set) var refusal: PostRefusal?
  /// The name that was perhaps meant, when nobody observes the one that was posted.
  public internal(set) var suggestion: String?
}

/// Why the bus did not take a post that was made inside a delivery.
public enum PostRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// Deliveries led to posts and those to deliveries, `depth` deep; `name` is what was posted next.
  case tooDeep(name: Notification.Name, depth: Int)
  /// One post led to `count` others; `name` is what was posted next.
  case tooMany(name: Notification.Name, count: Int)

  /// One line that says what to change.
  public var description: String {
    switch self {
    case .tooDeep(let name, let depth):
      "post of '\(name.rawValue)' refused: its observers post again, \(depth) deep; post only when the state changed"
    case .tooMany(let name, let count):
      "post of '\(name.rawValue)' refused: one post led to \(count) others; post only when the state changed"
    }
  }
}
