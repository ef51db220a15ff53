import Accounts
import AuthApp
import AuthBus
import AuthStorage
import Foundation
import Testing

@testable import Shell

/// What the commands do, seen from outside.
@MainActor
@Suite struct CommandTests {
  @Test func `sign-up signs in, and a person keeps one uid over sign-outs`() async throws {
    let shell = try await TestShell()
    #expect(
      await shell.run("signup Ada@Example.com --password hunter22").output
        == "signed up and signed in as ada@example.com\n")
    let uid = shell.shell.app.manager.currentUser?.uid
    #expect(uid?.count == 28)
    #expect(await shell.run("signout\nsignin ada@example.com --password hunter22").exit == .success)
    #expect(shell.shell.app.manager.currentUser?.uid == uid)
  }

  @Test func `the operator closes an account and the app finds out when it asks`() async throws {
    let shell = try await TestShell()
    _ = await shell.run("signup ada@example.com --password hunter22")
    #expect(await shell.run("server disable ada@example.com").output == "disabled ada@example.com\n")
    #expect(shell.shell.app.root.name == "home")
    let result = await shell.run("whoami")
    #expect(result.errors.contains("the account has been disabled; as the operator: server enable ada@example.com"))
    #expect(shell.shell.app.root == .login)
    #expect(await shell.run("status").output.contains("reason    the account has been disabled"))
    #expect(
      await shell.run("server enable ada@example.com\nsignin ada@example.com --password hunter22").exit == .success)
  }

  @Test(arguments: ["server revoke ada@example.com", "server delete ada@example.com"])
  func `a session that was ended at the service ends here at the next question`(command: String) async throws {
    let shell = try await TestShell()
    _ = await shell.run("signup ada@example.com --password hunter22\n\(command)")
    #expect(await shell.run("whoami").errors.contains("the session has ended; sign in again"))
    #expect(shell.shell.app.root == .login)
  }

  @Test func `isSignIn written by hand is a claim that a restart does not believe`() async throws {
    let shell = try await TestShell()
    let result = await shell.run("defaults write isSignIn true\nrestart\ndefaults read isSignIn")
    #expect(result.output.contains("signed out; isSignIn was true, but no session was kept"))
    #expect(result.output.hasSuffix("false\n"))
    #expect(shell.shell.app.root == .login)
  }

  @Test func `isSignIn cleared by hand signs out, as another program's write would`() async throws {
    let shell = try await TestShell()
    _ = await shell.run("signup ada@example.com --password hunter22\ndefaults write isSignIn false")
    #expect(shell.shell.app.root == .login)
    #expect(shell.shell.app.manager.state == .signedOut)
  }

  @Test func `a sign-out by hand blames no other terminal`() async throws {
    let shell = try await TestShell()
    _ = await shell.run("signin --anonymous\ndefaults write isSignIn false")
    #expect(await shell.run("status").output.contains("signed out: isSignIn was set to false"))
  }

  @Test func `the clock goes a hundred years ahead and no further`() async throws {
    let shell = try await TestShell()
    #expect(await shell.run("clock advance 36500d").exit == .success)
    #expect(await shell.run("clock advance 1s").errors.contains("at most 36500d ahead"))
    #expect(await shell.run("clock reset\nclock advance 3000000d").errors.contains("at most 36500d ahead"))
  }

  @Test func `settings keep their types`() async throws {
    let shell = try await TestShell()
    let result = await shell.run(
      """
      defaults write a yes
      defaults write b 42
      defaults write c 1.5
      defaults write d "two words"
      defaults write e --string 42
      defaults read
      defaults delete a
      defaults read b
      """)
    #expect(result.exit == .success)
    #expect(result.output == "a  true\nb  42\nc  1.5\nd  two words\ne  42\n42\n")
    #expect(shell.shell.app.defaults.object(forKey: "e") == .string("42"))
    #expect(shell.shell.app.defaults.object(forKey: "a") == nil)
  }

  @Test func `an observer prints each delivery, can be removed twice, and goes at a restart`() async throws {
    let shell = try await TestShell()
    let start = await shell.run("bus observe ping\nbus post ping\nbus post ping --background\nbus post ping --foreign")
    #expect(start.output.components(separatedBy: "observer 1: ping").count == 4, "\(start.output)")
    let id = try #require(shell.shell.observations.first?.id.rawValue)
    #expect(
      await shell.run("bus remove \(id)\nbus remove \(id)").output == "removed \(id)\n\(id) was removed already\n")
    let baseline = shell.shell.app.bus.observers.count
    _ = await shell.run("bus observe ping\nbus observe ping\nrestart")
    #expect(shell.shell.app.bus.observers.count == baseline)
  }

  @Test func `a misspelt name reaches nobody and is told`() async throws {
    let shell = try await TestShell()
    #expect(
      await shell.run("bus post authStateDidChagne").output.contains(
        "reached 0 of 0; did you mean 'authStateDidChange'?"))
  }

  @Test func `time is a value: forward only, and back to the present`() async throws {
    let shell = try await TestShell()
    #expect(await shell.run("clock advance 90m\nclock advance 30m").output.contains("(2h ahead)"))
    #expect(await shell.run("clock reset").output.contains("ahead") == false)
  }

  @Test func `a sourced script runs here, relative to its own folder, and never sources itself`() async throws {
    let shell = try await TestShell()
    let folder = URL(fileURLWithPath: shell.home.defaultsPath).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder.appendingPathComponent("lib"), withIntermediateDirectories: true)
    try Data("source lib/b.authsh\necho back in a".utf8).write(to: folder.appendingPathComponent("a.authsh"))
    try Data("set from = b\nsource c.authsh".utf8).write(to: folder.appendingPathComponent("lib/b.authsh"))
    try Data("echo in c, ${from}".utf8).write(to: folder.appendingPathComponent("lib/c.authsh"))
    let result = await shell.run("source \(folder.path)/a.authsh")
    #expect(result == .init(exit: .success, output: "in c, b\nback in a\n", errors: ""))
    try Data("source ../a.authsh".utf8).write(to: folder.appendingPathComponent("lib/c.authsh"))
    let loop = await shell.run("source \(folder.path)/a.authsh")
    #expect(loop.exit == .commandFailed)
    #expect(loop.errors.contains("sources itself"))
  }

  @Test func `quit ends the script, with a code if told`() async throws {
    let shell = try await TestShell()
    #expect(await shell.run("echo a\nquit 7\necho b").output == "a\n")
    #expect(shell.shell.quitCode == 7)
  }
}
