/// The set of commands a person has, as an app's window has a root view controller.
public enum Root: Sendable, Equatable {
  /// Nothing is known yet.
  case splash
  /// Nobody is signed in.
  case login
  /// `uid` is signed in. Another person's home is another root.
  case home(uid: String)

  /// The one routing rule: which root an auth state leads to.
  public init(for state: AuthState) {
    switch state {
    case .unknown: self = .splash
    case .signedOut: self = .login
    case .signedIn(let uid, _): self = .home(uid: uid)
    }
  }

  /// The word that the prompt, status and scripts use.
  public var name: String {
    switch self {
    case .splash: "splash"
    case .login: "login"
    case .home: "home"
    }
  }
}
