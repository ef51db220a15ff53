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
  /// What was written to `isSignIn` last, as far as the journal was read.
  private var written = (isSignIn: false, upTo: UInt64(0))

  /// Hangs itself on the bus of `app`, for every name and for each that the app knows.
  init(_ app: App) {
    self.app = app
    let names = [nil] + Notification.Name.authBusNames
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
    written = (app.defaults.bool(forKey: "isSignIn"), app.bus.journal.lastNumber)
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
    guard isQuiet, written.upTo > 0 else { return }
    for row in app.bus.journal.rows(since: written.upTo) {
      written.upTo = row.number
      if row.kind == .write, row.subject == "isSignIn", row.detail != "on disk" {
        written.isSignIn = row.detail == "true"
      }
    }
    // The other process may have written since, when it was refused the session that it followed here.
    if value != written.isSignIn, value != Defaults(path: app.parts.home.defaultsPath).bool(forKey: "isSignIn") {
      violations.append(
        Violation("I7", "isSignIn reads \(value) in post #\(event.number), last written \(written.isSignIn)"))
    }
  }

  private static let claims: [AuthEvent.Origin: Bool] = [
    .own("login"): true, .own("createUser"): true, .own("logout"): false,
  ]
}
