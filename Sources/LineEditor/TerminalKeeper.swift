import Foundation

/// Keeps each terminal's settings from before it was changed, so that any way out of the program can put them back.
///
/// The editor and the password prompt share the program's keeper: whichever of them holds the terminal when the program
/// is told to go, ``restore()`` undoes it.
package final class TerminalKeeper: Sendable {
  private let lock = NSLock()
  // Guarded by `lock`.
  nonisolated(unsafe) private var saved: [Int32: termios] = [:]

  package init() {}

  /// Saves the settings of the terminal at `descriptor`, unless they are saved already, and returns them; `nil` when it
  /// is no terminal.
  @discardableResult func save(_ descriptor: Int32) -> termios? {
    lock.withLock {
      if let known = saved[descriptor] { return known }
      var settings = termios()
      guard tcgetattr(descriptor, &settings) == 0 else { return nil }
      saved[descriptor] = settings
      return settings
    }
  }

  /// Puts the saved settings of one terminal back and forgets them.
  package func restore(_ descriptor: Int32) {
    lock.withLock {
      guard var settings = saved.removeValue(forKey: descriptor) else { return }
      tcsetattr(descriptor, TCSANOW, &settings)
    }
  }

  /// Puts the settings of every terminal back. Safe from any thread and as often as one likes.
  package func restore() {
    for descriptor in lock.withLock({ Array(saved.keys) }) { restore(descriptor) }
  }
}
