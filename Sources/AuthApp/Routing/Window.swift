/// Where the root goes: the counterpart of an app's window.
@MainActor
public final class Window {
  /// Whether it has been shown.
  public internal(set) var isVisible = false
  /// What stands there: the splash root at first, as a launch screen stands before any code has run, so that a window is never
  /// without a root. Only ``AppController`` changes it.
  public var navigation: NavigationStack {
    NavigationStack(
      root: root, instance: instance, screens: pushed.map(\.screen), modals: presented.map(\.screen))
  }

  private var root = Root.splash
  private var instance = 1
  private var pushed: [OpenScreen] = []
  private var presented: [OpenScreen] = []
  private var form: AuthenticationViewModel?

  /// Makes a window that is not shown yet.
  public init() {}

  /// What the screens' own observers told them: those on the stack, then the modals, each from below.
  public var environments: (screens: [AuthEnvironment], modals: [AuthEnvironment]) {
    (pushed.map(\.environment), presented.map(\.environment))
  }

  /// Puts `root` into a fresh stack. Whatever lay on the old one goes with all it observed and all that was typed there.
  func setRoot(_ root: Root) {
    self.root = root
    instance += 1
    clear()
  }

  /// Closes everything but the root itself.
  func clear() {
    presented = []
    pushed = []
    form?.wipe()
    form = nil
  }

  /// Pushes a screen.
  func push(_ screen: OpenScreen) { pushed.append(screen) }

  /// Takes the top screen off the stack; `nil` when only the root is left.
  func pop() -> Screen? { pushed.popLast()?.screen }

  /// Presents a screen over everything.
  func present(_ screen: OpenScreen) { presented.append(screen) }

  /// Takes the top modal down; `nil` when there is none.
  func dismiss() -> Screen? { presented.popLast()?.screen }

  /// The form of the root on show, kept until another root comes.
  func form(_ make: () -> AuthenticationViewModel) -> AuthenticationViewModel {
    let form = form ?? make()
    self.form = form
    return form
  }
}
