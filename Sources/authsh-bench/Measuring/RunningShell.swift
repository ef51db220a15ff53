import Accounts
import AuthApp
import AuthBus
import AuthStorage
import Foundation
import LocalAccounts
import Shell

/// A shell in this process, with everything that `authsh` wires but the prompt; what it prints goes to `/dev/null`.
@MainActor
final class RunningShell {
  /// Where its files are.
  let home: Home
  private let shell: Shell
  private let nowhere: FileHandle

  /// Starts on a home, with an account that is signed out; `isWatching` as the prompt does, and scripts do not.
  init(on home: Home, _ profile: StoreProfile, isWatching: Bool = true) async throws {
    self.home = home
    try home.prepare()
    nowhere = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/null"))
    let service = LocalAccounts(path: home.databasePath, profile: profile)
    var parts = AppParts(home: home, bus: AuthBus(center: NotificationCenter()), repositories: [service])
    parts.isWatching = isWatching
    shell = Shell(
      app: App(parts), server: service,
      printer: Printer(output: nowhere.fileDescriptor, errors: nowhere.fileDescriptor),
      secrets: SecretSources(asker: nil, environment: [:], scriptIsStandardInput: false), environment: [:])
    await shell.start()
    try await run("signup \(Bench.email) --password \(Bench.password)")
    try await run("signout")
  }

  /// Runs one line, which has to succeed.
  func run(_ line: String) async throws {
    let outcome = await shell.execute(Statement(Array(line.utf8), line: 1))
    guard outcome == .done else { throw BenchError("'\(line.prefix { $0 != " " })' ended with \(outcome)") }
  }

  /// `signin`.
  func signIn() async throws { try await run("signin \(Bench.email) --password \(Bench.password)") }

  /// `signout`.
  func signOut() async throws { try await run("signout") }

  /// Stops, and removes a home that is thrown away.
  func stop() {
    shell.app.stop()
    home.remove()
  }
}
