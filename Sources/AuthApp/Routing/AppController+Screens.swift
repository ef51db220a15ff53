import AuthBus

/// The screens over the root: pushed on its stack, or presented over everything. None of this ever changes the root.
extension AppController {
  /// Pushes a screen on the root's stack; modals stay on top.
  public func open(_ screen: Screen) {
    guard let window, let opened = opened(screen) else { return }
    window.push(opened)
    note(.push, screen, by: "open", in: window)
  }

  /// Closes the top screen of the stack; `nil` when only the root is left.
  @discardableResult
  public func close() -> Screen? {
    guard let window, let screen = window.pop() else { return nil }
    note(.pop, screen, by: "close", in: window)
    return screen
  }

  /// Presents a screen over everything.
  public func present(_ screen: Screen) {
    guard let window, let opened = opened(screen) else { return }
    window.present(opened)
    note(.present, screen, by: "present", in: window)
  }

  /// Takes the top modal down; `nil` when there is none.
  @discardableResult
  public func dismiss() -> Screen? { dismiss(by: "dismiss") }

  /// Takes all modals down, the top one first, and then calls `completion`: a root that is set under a modal would leave a
  /// ghost over it.
  func dismissAll(completion: () -> Void) {
    while dismiss(by: "AppController") != nil {}
    completion()
  }

  private func dismiss(by actor: String) -> Screen? {
    guard let window, let screen = window.dismiss() else { return nil }
    note(.dismiss, screen, by: actor, in: window)
    return screen
  }

  private func opened(_ screen: Screen) -> OpenScreen? {
    reader.map { OpenScreen(screen, bus: bus, source: source, reading: $0.state) }
  }

  private func note(_ kind: JournalRow.Kind, _ screen: Screen, by actor: String, in window: Window) {
    let navigation = window.navigation
    let isModal = kind == .present || kind == .dismiss
    let count = isModal ? navigation.modals.count : navigation.depth
    bus.journal.record(
      kind, screen.rawValue, by: actor, detail: "\(count) \(isModal ? "modal" : "screen")\(count == 1 ? "" : "s")")
  }
}
