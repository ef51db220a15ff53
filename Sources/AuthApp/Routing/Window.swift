/// A root wrapped in a fresh stack of screens; a new one is made for each swap.
public struct NavigationStack: Sendable, Equatable {
  /// What lies at its bottom.
  public let root: Root
  /// Counts the stacks made by one window, from 1; never given twice.
  public let instance: Int
  /// How many screens lie on it, the root included.
  public var depth = 1
}

/// Where the root goes: the counterpart of an app's window.
@MainActor
public final class Window {
  /// The stack on show. It starts as the splash root, as a launch screen stands before any code has run, so that a window
  /// is never without a root. Only ``AppController`` sets it.
  public internal(set) var navigation = NavigationStack(root: .splash, instance: 1)
  /// Whether it has been shown.
  public internal(set) var isVisible = false

  /// Makes a window that is not shown yet.
  public init() {}

  /// Puts `root` into a fresh stack.
  func setRoot(_ root: Root) {
    navigation = NavigationStack(root: root, instance: navigation.instance + 1)
  }
}
