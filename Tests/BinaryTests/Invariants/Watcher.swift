import AuthApp
import AuthBus
import AuthStorage
import Foundation

/// Observers that check, inside each delivery, what must hold there.
@MainActor
final class Watcher {
  private let app: App
  /// What did not hold.
  private(set) var violations: [Violation] = []
  /// Whether nobody but this process writes to the home.
  var isQuiet = true

  private var isRestartingSignedIn = false
  /// Where the journal stood, and what `isSignIn` was, when the command under way began.
  private var start: (mark: UInt64, isSignIn: Bool) = (0, false)

  /// Hangs itself on the bus of `app`, for every name and for each of the two that tell of the auth state.
  init(_ app: App) {
    self.app = app
    let names: [Notification.Name?] = [nil, .authStateDidChange, .serviceAuthStateDidChange, .rootDidChange]
    for (index, name) in names.enumerated() {
      var last: UInt64 = 0
      app.bus.observe(name, by: "watcher \(index)") { [unowned self] event in
        if event.number <= last { violations.append(Violation("I4", "event \(event.number) after \(last)")) }
        last = event.number
        if name == .authStateDidChange || name == .serviceAuthStateDidChange { read(in: event) }
      }
    }
  }

  /// A command begins that nobody else's work disturbs.
  func begin(_ line: String, isSignedIn: Bool) {
    isRestartingSignedIn = line == "restart" && isSignedIn
    start = (app.bus.journal.lastNumber, app.defaults.bool(forKey: "isSignIn"))
  }

  /// I6, asked in the middle: a restore is under way, so there is no verdict yet.
  func restoring() {
    guard isRestartingSignedIn, isQuiet else { return }
    if app.root != .splash || app.manager.state != .unknown {
      violations.append(Violation("I6", "root \(app.root), state \(app.manager.state) before the verdict"))
    }
    // The first verdict may lead to further restores, which start from another root.
    isRestartingSignedIn = false
  }

  /// I7: what an observer reads is what was written last.
  private func read(in event: AuthEvent) {
    let value = app.defaults.bool(forKey: "isSignIn")
    if let claim = Self.claims[event.origin], value != claim {
      violations.append(Violation("I7", "isSignIn reads \(value) in post #\(event.number) by \(event.origin)"))
    }
    guard isQuiet, start.mark > 0 else { return }
    let writes = app.bus.journal.rows(since: start.mark).filter {
      $0.kind == .write && $0.subject == "isSignIn" && $0.detail != "on disk"
    }
    let written = writes.last.map { $0.detail == "true" } ?? start.isSignIn
    if value != written {
      violations.append(Violation("I7", "isSignIn reads \(value) in post #\(event.number), last written \(written)"))
    }
  }

  private static let claims: [AuthEvent.Origin: Bool] = [
    .own("login"): true, .own("createUser"): true, .own("logout"): false,
  ]
}
