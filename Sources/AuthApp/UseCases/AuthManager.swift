public import Accounts
public import AuthBus
public import AuthStorage

/// What the manager works with; handed over in ``AuthManager/configure(_:)``.
@MainActor
public struct AuthServices {
  /// The ways to log in, each under its name.
  public var repositories: [any LoginRepository]
  /// Where a session is kept.
  package var store: SessionStore
  /// Where changes are announced.
  public var bus: AuthBus
  /// Which of the two notifications announces a change.
  public var source: ControllerSource
  /// How long a restore may take before it is given up.
  public var restoreLimit: Duration
  /// How long any other question to a repository may take before it counts as unanswered.
  public var answerLimit = Duration.seconds(30)
  /// Makes install ids.
  public var random: any RandomSource

  /// Gathers the services. `defaults`, `vault` and the lock at `lockPath` belong to one home.
  public init(
    repositories: [any LoginRepository], defaults: Defaults, vault: Vault, lockPath: String, bus: AuthBus,
    source: ControllerSource = .isSignIn, restoreLimit: Duration = .seconds(5),
    random: any RandomSource = SystemRandom()
  ) {
    self.repositories = repositories
    self.store = SessionStore(defaults: defaults, vault: vault, lockPath: lockPath)
    self.bus = bus
    self.source = source
    self.restoreLimit = restoreLimit
    self.random = random
  }
}

/// The one object that knows who is signed in.
///
/// Its use cases stand in files of their own: `Login`, `Logout`, `AutoLogin`, `UserInfo`, `Account`, `Codes`, `Profile`, `OtherProcess`.
/// Each keeps the same order: the service answers, the answer is kept on disk, the state changes, the change is announced.
@MainActor
public final class AuthManager {
  /// The program's manager; it needs ``configure(_:)`` before anything else.
  public static let shared = AuthManager()

  /// The state now.
  public private(set) var state: AuthState = .unknown
  /// The session behind the state; `nil` unless somebody is signed in.
  public private(set) var session: Session?
  /// The name of the repository that the session came from.
  public private(set) var repositoryName: String?
  /// Why the state is what it is, when that needs telling.
  public private(set) var reason: StateReason?
  /// Whether a kept session awaits its verdict.
  public internal(set) var isRestoring = false
  /// What is known of the current user's profile document; `.none` unless somebody is signed in.
  public internal(set) var profile: ProfileState = .none
  /// The loading of the profile that began last; it ends when ``profile`` is known.
  public internal(set) var profileLoad: Task<Void, Never>?

  let gate = Gate()
  /// The refresh under way, which everybody who wants one shares.
  var refreshing: Task<Result<Secret, AppError>, Never>?
  private var configured: AuthServices?

  /// Makes a manager that knows nothing yet.
  public init() {}

  /// Who is signed in, as the service described them last.
  public var currentUser: Account? { session?.account }

  /// Takes the services and the first look at the settings: signed out when they say so plainly, else unknown until
  /// ``autoLogin()`` has a verdict. Journaled, since the second variant wants to see it before the registration.
  public func configure(_ services: AuthServices) {
    configured = services
    services.bus.journal.record(.configure, "service", by: "AuthManager")
    if let error = services.store.unreadable {
      adopt(.unknown, reason: .storeUnreadable(error))
    } else {
      isRestoring = services.store.isSignIn
      adopt(isRestoring ? .unknown : .signedOut)
    }
  }

  /// What ``AppController`` reads: in the first variant `isSignIn` with the session behind it, in the second the user alone.
  public func readState() -> AuthState {
    guard services.source == .isSignIn else {
      if let uid = state.uid { services.bus.journal.record(.user, uid, by: "AuthManager") }
      return state
    }
    // A post of somebody else's in the middle of a sign-in or sign-out finds the state before it, which a failure restores.
    guard !services.store.isChanging else { return state }
    let claim = services.store.isSignIn
    guard services.store.unreadable == nil else { return state }
    return claim ? state : .signedOut
  }

  var services: AuthServices {
    guard let configured else { preconditionFailure("AuthManager.configure(_:) has not been called") }
    return configured
  }

  func repository(named name: String) -> (any LoginRepository)? {
    services.repositories.first { $0.name == name }
  }

  /// Changes the state, the session and the reason together; nothing else does. A profile goes with its owner.
  func adopt(_ state: AuthState, session: Session? = nil, from repository: String? = nil, reason: StateReason? = nil) {
    if session?.account.uid != self.session?.account.uid { profile = .none }
    self.state = state
    self.session = session
    self.repositoryName = repository
    self.reason = reason
  }

  /// Tells the app. In the second variant the service speaks, whoever caused the change.
  func announce(by useCase: String) {
    let speaker = services.source == .isSignIn ? useCase : "AuthManager"
    services.bus.post(services.source.notification, by: speaker)
    loadProfileIfUnknown()
  }
}
