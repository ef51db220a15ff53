import AuthApp
import AuthBus
import AuthStorage
import Foundation
import LocalAccounts
import ShellLanguage

@testable import Shell

/// A whole shell in one process: its own bus, its own throw-away home, and what it prints caught.
@MainActor
final class TestShell {
  let shell: Shell
  let home: Home
  let accounts: LocalAccounts
  private let output: Catch
  private let errors: Catch

  /// Boots a shell. `environment` is what `${env.X}` and AUTHSH_PASSWORD see.
  init(
    options: ShellOptions = ShellOptions(), environment: [String: String] = [:], asker: (any SecretAsking)? = nil,
    board: PromptBoard? = nil
  ) async throws {
    home = try Home.throwaway()
    try home.prepare()
    output = try Catch(in: home)
    errors = try Catch(in: home)
    accounts = LocalAccounts(path: home.databasePath, profile: .throwaway)
    let bus = AuthBus(center: NotificationCenter())
    let faults = Faults()
    var parts = AppParts(home: home, bus: bus, repositories: [FaultyService(accounts, faults)])
    parts.faults = faults
    parts.isWatching = false
    shell = Shell(
      app: App(parts), server: accounts, options: options,
      printer: Printer(output: output.descriptor, errors: errors.descriptor),
      secrets: SecretSources(asker: asker, environment: environment, scriptIsStandardInput: false),
      board: board, environment: environment)
    await shell.start()
  }

  isolated deinit {
    shell.app.stop()
    home.remove()
  }

  /// What a script left behind.
  struct Result: Equatable {
    var exit: ExitCode
    var output: String
    var errors: String
  }

  /// Runs lines as a script named `test.authsh`.
  func run(_ script: String) async -> Result {
    let exit = await shell.run(ScriptSource(name: "test.authsh", text: script))
    return Result(exit: exit, output: output.take(), errors: errors.take())
  }

  /// Runs one command with `--json`; its object, the last that was printed.
  func json(_ command: String) async throws -> [String: Any] {
    let result = await run(command + " --json")
    let object = try JSONSerialization.jsonObject(with: Data((result.output.split(separator: "\n").last ?? "").utf8))
    return object as? [String: Any] ?? [:]
  }
}

/// A file that takes what is printed.
@MainActor
private final class Catch {
  let descriptor: Int32
  private var taken = 0

  init(in home: Home) throws {
    let folder = URL(fileURLWithPath: home.defaultsPath).deletingLastPathComponent()
    let path = folder.appendingPathComponent("printed-\(UUID().uuidString)").path
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(.EIO) }
  }

  isolated deinit { close(descriptor) }

  /// What was printed since the last call.
  func take() -> String {
    let end = Int(lseek(descriptor, 0, SEEK_END))
    var bytes = [UInt8](repeating: 0, count: end - taken)
    let count = pread(descriptor, &bytes, bytes.count, off_t(taken))
    taken = end
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }
}
