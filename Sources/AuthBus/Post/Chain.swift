/// A post on its way to the observers.
struct Parcel {
  /// What the observers will see.
  let event: AuthEvent
  /// The command that posted, when it may no longer be the one that runs at the delivery.
  var cause: String?
  /// Whether the notification center has seen the post already, as with foreign ones.
  let isInCenter: Bool
  /// How many deliveries led to it.
  var depth = 0
}

/// The posts that one post led to, in the order they were made.
struct Chain {
  /// The most posts that one post may lead to.
  ///
  /// The depth alone does not bound them: with three observers that each post again, 16 deep is 43 million posts.
  static let limit = 10_000

  private var waiting: [Parcel] = []
  private var next = 0
  /// The depth of the post whose round runs now.
  private(set) var depth = 0
  /// The first refusal.
  private(set) var refusal: PostRefusal?

  /// Lets `parcel` wait, or says why not.
  mutating func append(_ parcel: Parcel, depthLimit: Int) -> PostRefusal? {
    let reason = reason(against: parcel, depthLimit)
    if reason == nil { waiting.append(parcel) }
    refusal = refusal ?? reason
    return reason
  }

  private func reason(against parcel: Parcel, _ depthLimit: Int) -> PostRefusal? {
    if parcel.depth > depthLimit { return .tooDeep(name: parcel.event.name, depth: depthLimit) }
    if waiting.count >= Self.limit { return .tooMany(name: parcel.event.name, count: Self.limit) }
    return nil
  }

  /// The longest-waiting post, which is now the running one.
  mutating func popFirst() -> Parcel? {
    guard next < waiting.count else { return nil }
    defer { next += 1 }
    depth = waiting[next].depth
    return waiting[next]
  }
}
