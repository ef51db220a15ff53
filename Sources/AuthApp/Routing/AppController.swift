package import AuthBus
public import Foundation

/// What decides whether somebody is signed in: the first article's two variants.
public enum ControllerSource: String, Sendable, CaseIterable {
  /// `isSignIn` in the settings, announced by `authStateDidChange`, which the login use case posts.
  case isSignIn
  /// The service's current user, announced by `AuthStateDidChange`, which the service posts.
  case currentUser

  /// The notification that the controller observes.
  public var notification: Notification.Name {
    switch self {
    case .isSignIn: .authStateDidChange
    case .currentUser: .serviceAuthStateDidChange
    }
  }
}

/// Whether showing the window runs the check by itself.
public enum BootCheck: String, Sendable, CaseIterable {
  /// Always; a restored user is then checked twice, once here and once when the verdict is posted.
  case always
  /// Only when no session is being restored; a restored one is checked once, by its post.
  case onlyWhenSignedOut
}

/// Where the controller reads the state that a notification told it has changed.
public struct StateReader {
  /// The state now.
  public let state: @MainActor () -> AuthState
  /// Whether a session is being restored, so that a post will follow by itself.
  public let isRestoring: @MainActor () -> Bool

  /// Pairs the two questions.
  public init(state: @escaping @MainActor () -> AuthState, isRestoring: @escaping @MainActor () -> Bool = { false }) {
    self.state = state
    self.isRestoring = isRestoring
  }
}

/// Listens for one notification and swaps the root: the one place in the program that does.
///
/// It registers when it is made, before any window exists, so that no post can be missed. The notification is a signal
/// without data: at each one the controller reads the state and routes it.
@MainActor
public final class AppController {
  /// The program's controller.
  public static let shared = AppController(bus: .shared)

  let bus: AuthBus
  let source: ControllerSource
  private var registration: ObserverID?
  private(set) var window: Window?
  private(set) var reader: StateReader?
  private var transition = Transition.none
  /// How many times it has read the state and routed it.
  public private(set) var checks = 0

  /// The root on show.
  public private(set) var root: Root = .splash {
    didSet {
      window?.setRoot(root)
      bus.journal.record(.root, root.name, by: "AppController", detail: "from \(oldValue.name)")
    }
  }

  /// Configures the service, where the variant asks for it, and registers.
  package init(bus: AuthBus, source: ControllerSource = .isSignIn, configure: () -> Void = {}) {
    self.bus = bus
    self.source = source
    configure()
    registration = bus.observe(source.notification, by: "AppController") { [weak self] _ in self?.check() }
  }

  /// Takes the window, shows it and runs the check at once. Called once, by the program's entry point.
  public func show(
    in window: Window, bootCheck: BootCheck = .always, transition: Transition = .none, reading reader: StateReader
  ) {
    self.window = window
    self.reader = reader
    self.transition = transition
    bus.journal.record(.window, "attach", by: "AppController")
    window.isVisible = true
    bus.journal.record(.visible, "window", by: "AppController")
    if bootCheck == .always || !reader.isRestoring() { check() }
  }

  /// Stops listening and closes all screens, as the program's end does; a restart makes another controller.
  package func invalidate() {
    if let registration { bus.remove(registration) }
    registration = nil
    window?.clear()
  }

  /// Reads the state and routes it. May be called at any time and as often as one likes: a root that is on show already stays,
  /// with all that lies on it. (The registration article makes a new logged-out root each time; its home is as here.)
  ///
  /// A post that comes before there is a window finds no reader and waits for
  /// ``show(in:bootCheck:transition:reading:)``.
  public func check() {
    guard let reader else { return }
    checks += 1
    bus.journal.record(.check, "state", by: "AppController")
    let next = Root(for: reader.state())
    guard next != root else { return }
    dismissAll { swap(to: next) }
  }

  private func swap(to next: Root) {
    if transition == .fade { bus.journal.record(.transition, "fade-out", by: "AppController") }
    root = next
    if transition == .fade { bus.journal.record(.transition, "fade-in", by: "AppController") }
    bus.post(.rootDidChange, by: "AppController")
  }
}
