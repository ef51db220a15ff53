import Foundation
import Testing

/// The registration article through the built program: the live form, the fade, and the modals that go before the root.
@Suite struct FormClaimTests {
  @Test func `000.1 and 000.2 a start shows the window and then checks; another check of the same swaps nothing`()
    async throws
  {
    let home = try TestHome()
    let run = try await Binary.commands("bus post authStateDidChange", "events --last 0 --json", home: home)
    #expect(run.firstMissing(of: "window attach", "visible window", "check state", "root login", "check state") == nil)
    #expect(run.events.count { $0.hasPrefix("root ") } == 1)
    let signedIn = try await Binary.commands(
      "signin --anonymous", "open settings", "events --clear", "bus post authStateDidChange",
      "bus post authStateDidChange", "status --json", "events --last 0 --json", home: home)
    #expect(signedIn.events.count { $0.hasPrefix("check ") } == 2)
    #expect(!signedIn.events.contains { $0.hasPrefix("root ") })
    #expect((signedIn.lastStatus["screens"] as? [String: Int])?["depth"] == 2)
  }

  @Test func `000.3 with the fade the root stands between fade-out and fade-in`() async throws {
    let run = try await Binary.commands(
      "set authsh.transition = fade", "restart", "events --clear", "signin --anonymous", "events --last 0 --json",
      home: TestHome())
    let missing = run.firstMissing(
      of: "transition fade-out by AppController", "root home by AppController", "transition fade-in by AppController")
    #expect(missing == nil)
  }

  @Test func `000.4 to 000.9 the form is filled in, refused, mended, submitted, and home comes after the modals`()
    async throws
  {
    let run = try await Binary.commands(
      "form show", "form email ada@example.com", "form password --password 1234567", "form submit",
      "form password --password 'correct horse'", "present about", "present confirm", "form submit",
      "events --last 0 --json", "status --json", home: TestHome(), options: ["--keep-going"])
    #expect(run.status == 4)
    let reason = "the form is not valid: the password has fewer than 8 characters; type: form password"
    #expect(run.errors == "authsh: form submit: \(reason)\n")
    #expect(run.output.contains("signed up and signed in as ada@example.com\n"))
    let missing = run.firstMissing(
      of: "post formValidationDidChange by form", "present about", "present confirm",
      "post authStateDidChange by createUser", "dismiss confirm by AppController", "dismiss about by AppController",
      "root home by AppController")
    #expect(missing == nil)
    #expect(run.lastStatus["root"] as? String == "home")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"), "script makes the terminal"))
  func `000.10 Ctrl-C while a password is typed leaves the rest of the form`() throws {
    let terminal = ["sh", "-c", "exec script -qfec \"'$1'\" /dev/null", "sh"]
    let variables = try TestHome().environment.merging(["TERM": "dumb", "SHELL": "/bin/sh"]) { _, own in own }
    let shell = try LiveShell(environment: variables, in: terminal)
    try shell.expect("login> ")
    try shell.send("form email ada@example.com")
    try shell.expect("there is no password; type: form password")
    try shell.send("form password")
    try shell.expect("Password for the form: ")
    try shell.send("half-typed\u{3}")
    try shell.expect("cancelled; nothing was changed")
    try shell.send("form show")
    #expect(try shell.expect("error     none").contains(/email     ada@example.com\s+password  none/))
    try shell.send("quit")
    #expect(!shell.rest().contains("half-typed"))
    #expect(shell.end() == 0)
  }

  @Test func `001.1 and 001.11 whoever submits the form is signed in, and the next form is empty`() async throws {
    let run = try await Binary.commands(
      "form email ada@example.com", "form password --password 'correct horse'", "form submit", "whoami", "signout",
      "form show", home: TestHome())
    #expect(run.status == 0 && run.output.contains("email     none\npassword  none\n"))
  }
}
