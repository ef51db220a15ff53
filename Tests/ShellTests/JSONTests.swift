import Foundation
import Testing

@testable import Shell

/// The JSON contract: one object per command with `"v":1`; failure is an object with `error`.
@MainActor
@Suite struct JSONTests {
  @Test(arguments: [
    ("status", ["root", "state", "user", "env", "screens", "provider", "checks"]), ("events", ["events"]),
    ("bus names", ["names"]), ("bus observers", ["observers"]), ("bus observe x", ["id"]),
    ("bus post authStateDidChange", ["number", "delivered", "skipped"]), ("defaults read", ["values"]),
    ("defaults write color blue", ["key", "value"]), ("defaults path", ["path"]), ("defaults repair", ["kept"]),
    ("server accounts", ["accounts"]), ("clock show", ["now", "ahead"]), ("clock advance 1h", ["now", "ahead"]),
    ("restart", ["root", "state"]), ("echo a b", ["text"]), ("help", ["root", "commands"]),
    ("help signin", ["command", "synopsis"]), ("set", ["variables"]), ("signin --anonymous", ["user"]),
    ("screens", ["root", "instance", "depth", "stack", "modals"]), ("open settings", ["stack"]),
    ("present confirm", ["modals"]), ("form show", ["form"]), ("form email a@b.co", ["form"]),
    ("form password --password hunter22", ["form"]), ("form clear", ["form"]),
    ("signup a@b.c --password hunter22", ["user"]), ("signout --if-signed-in", ["signedOut"]),
  ])
  func `each command answers one object with its members`(command: String, members: [String]) async throws {
    let shell = try await TestShell()
    let object = try await shell.json(command)
    #expect(object["v"] as? Int == 1)
    for member in members { #expect(object[member] != nil, "\(command) lacks \(member)") }
  }

  @Test func `a failure is an object on standard output, with code, message and hint`() async throws {
    let shell = try await TestShell()
    let error = try #require(
      try await shell.json("signin ada@example.com --password wrong-1")["error"] as? [String: Any])
    #expect(error["code"] as? String == "invalid-credential")
    #expect(error["message"] as? String == "wrong e-mail or password")
    #expect(error["hint"] as? String == "'signup ada@example.com' makes an account")
  }

  @Test func `a lock-out tells how long to wait`() async throws {
    let shell = try await TestShell()
    _ = await shell.run("signup ada@example.com --password hunter22\nsignout")
    for _ in 1...5 { _ = await shell.run("signin ada@example.com --password wrong-1") }
    let error = try #require(
      try await shell.json("signin ada@example.com --password hunter22")["error"] as? [String: Any])
    #expect(error["code"] as? String == "too-many-requests")
    #expect(error["retryAfter"] as? String == "30s")
    #expect(await shell.run("clock advance 30s\nsignin ada@example.com --password hunter22").exit == .success)
  }

  @Test func `a message of the shell's own keeps its words, whatever the command`() async throws {
    let shell = try await TestShell()
    _ = await shell.run("signin --anonymous")
    let error = try #require(try await shell.json("signup x@y.z")["error"] as? [String: Any])
    #expect(
      error["message"] as? String
        == "'signup' belongs to the login root; you are signed in as an anonymous user")
  }

  @Test func `a statement answers an object too, and a line that does not parse an error`() async throws {
    var options = ShellOptions()
    options.isJSON = true
    let shell = try await TestShell(options: options)
    #expect(await shell.run("set x = 1").output == "{\"v\":1}\n")
    #expect(await shell.run("echo ${y}").output.contains("\"code\":\"syntax\""))
  }
}
