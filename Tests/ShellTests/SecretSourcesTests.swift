import AuthStorage
import Foundation
import Testing

@testable import Shell

/// Where passwords come from.
@MainActor
@Suite struct SecretSourcesTests {
  @Test func `a new password is asked for twice, a known one once`() async throws {
    let typist = Typist("hunter22", "hunter22", "hunter22")
    let shell = try await TestShell(asker: typist)
    #expect(await shell.run("signup ada@example.com\nsignout\nsignin ada@example.com").exit == .success)
    #expect(typist.prompts == ["Password for ada@example.com: ", "Once more: ", "Password for ada@example.com: "])
  }

  @Test func `two that differ, and Ctrl-D, change nothing`() async throws {
    let shell = try await TestShell(asker: Typist("hunter22", "hunter23"))
    #expect(await shell.run("signup ada@example.com").errors.contains("the two passwords differ"))
    #expect(await shell.run("signup ada@example.com").errors.contains("cancelled; nothing was changed"))
    #expect(await shell.run("server accounts").output == "no accounts yet\n")
  }

  @Test func `an address that cannot be one is refused before anything is asked`() async throws {
    let typist = Typist("hunter22")
    let shell = try await TestShell(asker: typist)
    #expect(await shell.run("signin nobody").errors.contains("is not an e-mail address"))
    #expect(typist.prompts.isEmpty)
  }

  @Test func `without a terminal nothing is asked: the error names the other ways`() async throws {
    let shell = try await TestShell()
    let result = await shell.run("signup ada@example.com")
    #expect(result.errors.contains("use --password-stdin, --password-file or AUTHSH_PASSWORD"))
  }

  @Test func `file, command and environment give it`() async throws {
    let shell = try await TestShell(environment: ["AUTHSH_PASSWORD": "hunter22"])
    let file = URL(fileURLWithPath: shell.home.defaultsPath).deletingLastPathComponent().appendingPathComponent("pw")
    try Data("hunter22\r\nsecond line".utf8).write(to: file)
    let result = await shell.run(
      """
      signup ada@example.com --password-file \(file.path)
      signout
      signin ada@example.com --password-command "echo hunter22"
      signout
      signin ada@example.com
      """)
    #expect(result.exit == .success, "\(result.errors)")
  }

  @Test(arguments: [
    ("--password-file /no/such", "no password from /no/such"), ("--password-command false", "the command failed"),
    ("--password-command 'exit 0'", "it is empty"), ("--password-file /dev/null", "it is empty"),
  ])
  func `a way that gives none says so`(option: String, message: String) async throws {
    let shell = try await TestShell()
    #expect(await shell.run("signup ada@example.com \(option)").errors.contains(message))
  }
}
