/// A post made inside a delivery.
struct WaitingPost {
  /// What the observers will see.
  let event: AuthEvent
  /// The command that posted; another may run at the delivery.
  let cause: String
  /// How many deliveries led to it.
  let depth: Int
}

/// The posts that one post led to, in the order they were made.
struct Chain {
  /// The most posts that one post may lead to.
  ///
  /// The depth alone does not bound them: with three observers that each post again, 16 deep is 43 million posts.
  static let limit = 10_000

  private var waiting: [WaitingPost] = []
  private var next = 0
  /// The depth of the post whose round runs now.
  private(set) var depth = 0
  /// The first refusal.
  private(set) var refusal: PostRefusal?

  /// Lets `post` wait, or says why not.
  mutating func append(_ post: WaitingPost, depthLimit: Int) -> PostRefusal? {
    let reason = reason(against: post, depthLimit)
    if reason == nil { waiting.append(post) }
    refusal = refusal ?? reason
    return reason
  }

  private func reason(against post: WaitingPost, _ depthLimit: Int) -> PostRefusal? {
    if post.depth > depthLimit { return .tooDeep(name: post.event.name, depth: depthLimit) }
    if waiting.count >= Self.limit { return .tooMany(name: post.event.name, count: Self.limit) }
    return nil
  }

  /// Whether no post was made inside a delivery.
  var isEmpty: Bool { waiting.isEmpty && refusal == nil }

  /// The longest-waiting post, which is now the running one.
  mutating func popFirst() -> WaitingPost? {
    guard next < waiting.count else { return nil }
    defer { next += 1 }
    depth = waiting[next].depth
    return waiting[next]
  }
}
