/// A property that tells followers of its changes, as Combine's `@Published` does for the articles' view models.
///
/// Two things differ: followers are told after the change and not before it, so that whoever reads the property inside the call
/// finds the new value; and a value that stays the same is no news. As there, a follower is told the present value at once, so
/// one that waits for somebody must ignore a first `nil`.
@MainActor
@propertyWrapper
public final class Published<Value: Equatable> {
  private var value: Value
  private var followers: [@MainActor (Value) -> Void] = []

  /// Starts with `wrappedValue`.
  public init(wrappedValue: Value) { value = wrappedValue }

  /// The value now.
  public internal(set) var wrappedValue: Value {
    get { value }
    set {
      guard newValue != value else { return }
      value = newValue
      for follower in followers { follower(newValue) }
    }
  }

  /// What `$name` stands for.
  public var projectedValue: Published { self }

  /// Calls `follower` with the present value, and with each new one as long as the owner lives.
  public func follow(_ follower: @escaping @MainActor (Value) -> Void) {
    followers.append(follower)
    follower(value)
  }
}
