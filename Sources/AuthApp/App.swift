public import Accounts
public import AuthBus
public import AuthStorage
import Foundation

/// What an app is made of; a test hands in its own.
@MainActor
public struct AppParts {
  /// Where its files lie.
  public var home: Home
  /// The bus it posts to.
  public var bus: AuthBus
  /// The ways to log in.
  public var repositories: [any LoginRepository]
  /// What may go wrong before the repositories that ask about it; shown by the app, and switched by hand.
  public var faults = Faults()
  /// Makes the first controller; a restart always makes a fresh one.
  public var firstController: @MainActor () -> AppController
  /// The manager.
  public var manager: AuthManager
  /// Where the time comes from.
  public var clock: any WallClock
  /// Where randomness comes from.
  public var random: any RandomSource
  /// How long a restore may take.
  public var restoreLimit: Duration
  /// Whether what other processes write is followed at once, and not only before the next command.
  ///
  /// A process that has watched a folder takes 10 ms to end on Linux: more than all the rest of a short run.
  public var isWatching = true

  /// Gathers the parts. Without a controller or a manager it makes its own.
  public init(
    home: Home, bus: AuthBus, repositories: [any LoginRepository], clock: any WallClock = SystemClock(),
    random: any RandomSource = SystemRandom(), restoreLimit: Duration = .seconds(5), manager: AuthManager? = nil,
    firstController: (@MainActor () -> AppController)? = nil
  ) {
    self.home = home
    self.bus = bus
    self.repositories = repositories
    self.clock = clock
    self.random = random
    self.restoreLimit = restoreLimit
    self.manager = manager ?? AuthManager()
    self.firstController = firstController ?? { AppController(bus: bus) }
  }
}

/// A running app: the parts wired into the circle from command to root.
///
/// ``start()`` boots it, ``restart()`` boots it again as a new process would, on the same files.
@MainActor
public final class App {
  /// The wiring that settings choose; read at each start.
  public struct Settings: Sendable, Equatable {
    /// What decides whether somebody is signed in.
    public var source: ControllerSource = .isSignIn
    /// Whether showing the window runs the check by itself.
    public var bootCheck: BootCheck = .always
    /// How one root gives way to the next.
    public var transition = Transition.none

    /// The first article's first variant.
    public init() {}
  }

  /// What it was made of.
  public let parts: AppParts
  /// What the next start follows.
  public var settings = Settings()
  /// The settings store.
  public private(set) var defaults: Defaults
  /// Where the root goes.
  public private(set) var window = Window()
  /// What swaps the root.
  public private(set) var controller: AppController
  private var observer: AuthObserver?
  /// The source that the present start follows; ``settings`` may ask for another at the next.
  public private(set) var activeSource = ControllerSource.isSignIn
  private var watch: FileWatch?
  private var hasStarted = false

  /// Wires the parts; the controller registers here, before there is a window to show.
  public init(_ parts: AppParts) {
    self.parts = parts
    defaults = Self.openDefaults(parts)
    controller = parts.firstController()
  }

  /// The bus.
  public var bus: AuthBus { parts.bus }
  /// The manager.
  public var manager: AuthManager { parts.manager }
  /// The root on show.
  public var root: Root { controller.root }
  /// What the app-wide observer offers to every screen.
  public var environment: AuthEnvironment { observer?.environment ?? AuthEnvironment() }

  /// Boots: configure, observe, attach the window, show it, check, restore. Returns at the verdict.
  @discardableResult
  public func start() async -> AuthState {
    prepare()
    let manager = manager
    observer = AuthObserver(bus: bus, source: settings.source, label: "AuthObserver") { manager.state }
    controller.show(
      in: window, bootCheck: settings.bootCheck, transition: settings.transition,
      reading: StateReader(state: { manager.readState() }, isRestoring: { manager.isRestoring }))
    startWatching()
    return await manager.autoLogin()
  }

  /// Boots again on the same files, as a new process would.
  @discardableResult
  public func restart() async -> AuthState {
    await start()
  }

  /// Stops watching and listening.
  public func stop() {
    watch?.cancel()
    watch = nil
    observer = nil
    controller.invalidate()
  }

  /// Follows what other processes on this home have written. Called before each command, and when the watch fires.
  public func catchUp() async {
    let changed = await manager.catchUp()
    for key in changed { bus.journal.record(.note, "changed outside", by: "Defaults", detail: key) }
    if !changed.isEmpty { bus.relay(.defaultsDidChange) }
  }

  /// Configures and registers, in the order of the chosen variant: the second has its service ready before it listens.
  private func prepare() {
    let isFirst = !hasStarted
    hasStarted = true
    if !isFirst {
      stop()
      defaults = Self.openDefaults(parts)
      window = Window()
    }
    activeSource = settings.source
    switch activeSource {
    case .isSignIn:
      if !isFirst { controller = AppController(bus: bus) }
      configure()
    case .currentUser:
      controller.invalidate()
      controller = AppController(bus: bus, source: .currentUser) { configure() }
    }
  }

  private func configure() {
    let home = parts.home
    let journal = bus.journal
    let vault = Vault(path: home.vaultPath, durability: home.durability) { journal.record($0, by: "Vault") }
    manager.configure(
      AuthServices(
        repositories: parts.repositories, defaults: defaults, vault: vault,
        lockPath: home.sessionLockPath, bus: bus, source: settings.source,
        restoreLimit: parts.restoreLimit, random: parts.random))
  }

  /// A home that cannot be watched still works: commands catch up by themselves.
  private func startWatching() {
    guard parts.isWatching else { return }
    let file = URL(fileURLWithPath: parts.home.defaultsPath)
    let folder = file.deletingLastPathComponent().path
    let defaults = defaults
    do throws(StorageError) {
      watch = try FileWatch(directory: folder, names: [file.lastPathComponent]) { [weak self] _ in
        // Most changes are this process's own: they are not worth waking the main actor.
        guard defaults.isStale else { return }
        Task { @MainActor in await self?.catchUp() }
      }
    } catch {
      bus.journal.record(.note, "home not watched", by: "App", detail: error.fact)
    }
  }

  private static func openDefaults(_ parts: AppParts) -> Defaults {
    let journal = parts.bus.journal
    return Defaults(path: parts.home.defaultsPath, durability: parts.home.durability) {
      journal.record($0, by: "Defaults")
    }
  }
}
