import Accounts
import AuthApp
import AuthBus
import AuthStorage
import Foundation
import LocalAccounts
import Shell

/// A shell on a throw-away home, driven line by line.
@MainActor
final class Desk {
  let shell: Shell
  private let home: Home
  private let output = Pipe()

  /// A desk whose shell has started.
  init() async throws {
    home = try Home.throwaway()
    let bus = AuthBus(center: NotificationCenter())
    let service = LocalAccounts(path: home.databasePath, profile: .throwaway)
    let writing = output.fileHandleForWriting.fileDescriptor
    shell = Shell(
      app: App(AppParts(home: home, bus: bus, repositories: [service])), server: service,
      printer: Printer(output: writing, errors: writing),
      secrets: SecretSources(asker: nil, environment: [:], scriptIsStandardInput: false), environment: [:])
    await shell.start()
  }

  isolated deinit {
    shell.app.stop()
    home.remove()
  }

  /// Runs lines as a script; what they printed, errors included.
  func run(_ lines: String...) async throws -> String {
    _ = await shell.run(ScriptSource(name: nil, text: lines.joined(separator: "\n")))
    // The mark tells where to stop reading; what the lines print must fit into a pipe, 64 KiB on Linux.
    let mark = "\u{0}"
    shell.printer.line(mark)
    var text = ""
    while !text.hasSuffix(mark + "\n") {
      text += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }
    return String(text.dropLast(2))
  }
}
