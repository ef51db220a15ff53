import Foundation
import Testing

/// The whole through the built program: from a command to the root, and again after a new start.
@Suite struct CircleTests {
  @Test func `sign-up, sign-out, sign-in, quit, start again: home`() async throws {
    let home = try TestHome()
    let first = try await Binary.commands(
      "signup ada@example.com --password hunter22", "status --json", "signout", "status --json",
      "signin ada@example.com --password hunter22", "quit", home: home)
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.objects.map { $0["root"] as? String } == ["home", "login"])
    let second = try await Binary.commands("status", home: home, options: ["--json"])
    #expect(second.objects.first?["root"] as? String == "home")
    #expect((second.objects.first?["user"] as? [String: Any])?["email"] as? String == "ada@example.com")
  }

  @Test func `a second terminal follows along`() async throws {
    let home = try TestHome()
    let one = try LiveShell(home: home)
    let two = try LiveShell(home: home)
    #expect(try two.command("status").contains("root      login"))
    #expect(try one.command("signup ada@example.com --password hunter22").contains("signed in as ada@example.com"))
    #expect(try two.command("status").contains("root      home"))
    #expect(try two.command("signout").contains("signed out"))
    #expect(try one.command("status").contains("signed out in another terminal"))
    one.end()
    two.end()
  }
}
