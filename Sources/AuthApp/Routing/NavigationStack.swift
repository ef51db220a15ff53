/// A root wrapped in a fresh stack of screens, and the modals over it; a new one is made for each swap.
public struct NavigationStack: Sendable, Equatable {
  /// What lies at its bottom.
  public let root: Root
  /// Counts the stacks made by one window, from 1; never given twice.
  public let instance: Int
  /// What was pushed on the root, the topmost last.
  public let screens: [Screen]
  /// What was presented over it, the topmost last.
  public let modals: [Screen]

  /// How many screens lie on it, the root included and the modals not.
  public var depth: Int { 1 + screens.count }
}

/// How the picture changes from one root to the next. Source: the registration article, which fades out, swaps, and fades in.
public enum Transition: String, Sendable, CaseIterable {
  /// At once.
  case none
  /// Out and in again. It takes no time here, since a post must not return before the root was swapped; the trace shows it.
  case fade
}
