public import AuthBus

/// What any screen may know of the auth state, injected from the top of the app.
public struct AuthEnvironment: Sendable, Equatable {
  /// Who is signed in.
  public var uid: String?
  /// Whether there has been a verdict yet.
  public var subscribedAuth = false

  /// The values before anything is known: no uid, not subscribed.
  public init() {}

  /// The uid, `nil`, or that nothing is known: what the article's view shows.
  public var rendering: String { subscribedAuth ? uid ?? "nil" : "unsubscribed auth" }
}

/// Turns auth states into the two values of ``AuthEnvironment``, both in one step.
///
/// There are three states and no fourth: unknown, signed out, signed in. The app owns one observer; a screen may own another,
/// which gets a first callback of its own as soon as there is a verdict.
@MainActor
public final class AuthObserver {
  /// The values now.
  public private(set) var environment = AuthEnvironment()
  private let read: @MainActor () -> AuthState
  private let onChange: @MainActor (AuthEnvironment) -> Void
  private var subscription: Subscription?
  /// Its registration on the bus.
  public var id: ObserverID? { subscription?.id }

  /// Subscribes. `onChange` is called for each change, the first verdict included; at once when there is one already.
  public init(
    bus: AuthBus, source: ControllerSource = .isSignIn, label: String = "AuthObserver",
    reading read: @escaping @MainActor () -> AuthState,
    onChange: @escaping @MainActor (AuthEnvironment) -> Void = { _ in }
  ) {
    self.read = read
    self.onChange = onChange
    subscription = bus.subscribe(source.notification, by: label) { [weak self] _ in self?.update() }
    update()
  }

  private func update() {
    var next = AuthEnvironment()
    switch read() {
    case .unknown: break
    case .signedOut: next.subscribedAuth = true
    case .signedIn(let uid, _):
      next.subscribedAuth = true
      next.uid = uid
    }
    guard next != environment else { return }
    environment = next
    onChange(next)
  }
}
