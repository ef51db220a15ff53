import Accounts
import Foundation
import LocalAccounts
import ShellLanguage
import Testing

@testable import Shell

/// The closed table command x code: each code that a command declares is brought about, and nothing else comes.
@MainActor
@Suite struct ErrorTableTests {
  struct Cell {
    var command: String
    var code: String
  }

  static let cells = CommandTable.standard.specs.flatMap { spec in
    spec.errors.map { Cell(command: spec.name, code: $0) }
  }

  @Test func `a command fails with each code that it declares`() async throws {
    #expect(Self.cells.count > 90)
    for cell in Self.cells {
      do { try await check(cell) } catch { Issue.record("\(cell.command): \(cell.code): \(error)") }
    }
  }

  private func check(_ cell: Cell) async throws {
    let scene = try #require(Scene(cell.command, cell.code), "no scene for this cell: write one in Scene.swift")
    let shell = try await TestShell(asker: SilentAsker())
    for line in scene.before {
      let result = await shell.run(line)
      try #require(result.exit == .success, "\(line): \(result.errors)")
    }
    var line = scene.line
    if line.contains("CODE") {
      let mail = try #require(try await shell.accounts.outbox(to: nil, limit: 1).first)
      line = line.replacing("CODE", with: mail.text.reveal())
    }
    for late in scene.after {
      let uid = try await shell.accounts.accounts(limit: 1).first?.uid ?? ""
      if late == Scene.interrupt { shell.shell.interrupt() }
      if late != Scene.interrupt { _ = await shell.run(late.replacing("UID", with: uid)) }
    }
    // Where a line ends with another failure or none, the words below name the cell.
    let failure = try #require(try await shell.json(line)["error"] as? [String: Any], "it succeeds")
    #expect(failure["code"] as? String == cell.code, "\(cell.command): \(failure)")
    #expect((failure["message"] as? String)?.isEmpty == false)
    // A word that was typed as a password or a code is in no message.
    for secret in ["secret1", "wrong-one", "bogus-code"] where line.contains(secret) {
      #expect(!"\(failure)".contains(secret))
    }
  }

  @Test func `every command of the table is declared once, with codes that are none of everybody's`() {
    let specs = CommandTable.standard.specs
    #expect(Set(specs.map(\.name)).count == specs.count)
    for spec in specs {
      #expect(Set(spec.errors).count == spec.errors.count, "\(spec.name)")
      #expect(Set(spec.errors).isDisjoint(with: Fails.anywhere), "\(spec.name)")
    }
  }

  /// A person who walks away from every question.
  private struct SilentAsker: SecretAsking {
    func ask(_ prompt: String) async throws(SecretUnavailable) -> String? { nil }
  }
}
