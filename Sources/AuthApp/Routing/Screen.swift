import AuthBus

/// A screen that can lie on a root, pushed on its stack or presented over everything. A closed set: what each of them shows is
/// no part of the pattern, that it lies there is.
public enum Screen: String, Sendable, CaseIterable {
  case settings, profile, security, about, confirm

  /// What it would be in an app, in a few words.
  public var summary: String {
    switch self {
    case .settings: "choices of this device; they stay when the person changes"
    case .profile: "what others see of the person"
    case .security: "password, sessions, ways to sign in"
    case .about: "the program and its version"
    case .confirm: "a question that wants yes or no, usually presented"
    }
  }
}

/// A screen while it is open, with an observer of its own on the bus, as a view controller has one.
///
/// The observer goes with the value, so a screen that was closed hears nothing any more and leaves nothing behind.
@MainActor
struct OpenScreen {
  let screen: Screen
  private let observer: AuthObserver

  /// Opens it: subscribes, and gets a first callback of its own if there is a verdict.
  init(_ screen: Screen, bus: AuthBus, source: ControllerSource, reading read: @escaping @MainActor () -> AuthState) {
    self.screen = screen
    observer = AuthObserver(bus: bus, source: source, label: screen.rawValue, reading: read)
  }

  /// What its observer told it.
  var environment: AuthEnvironment { observer.environment }
}
