import Foundation
import Testing

/// What one program does reaches the other on the same home.
@Suite struct TwoProcessesTests {
  private struct Pair {
    /// Kept, so that the folder stays.
    let home: TestHome
    let one: LiveShell
    let other: LiveShell

    /// Ada signed in in one, the other at home with her.
    init() throws {
      home = try TestHome()
      one = try LiveShell(home: home, ["--keep-going"])
      other = try LiveShell(home: home, ["--keep-going"])
      _ = try one.command("signup ada@example.com --password hunter22")
      guard try other.command("whoami").hasPrefix("ada@example.com") else {
        throw LiveShell.TimedOut(description: "whoami")
      }
    }

    func end() {
      one.end()
      other.end()
    }
  }

  @Test(arguments: ["signout", "signout --everywhere", "delete"])
  func `P28 who signs out or is deleted in one is on the login root in the other, though nobody types there`(
    _ line: String
  ) throws {
    let pair = try Pair()
    defer { pair.end() }
    _ = try pair.other.command("bus observe rootDidChange")
    _ = try pair.one.command(line)
    try pair.other.expect("observer 1: rootDidChange")
    #expect(try pair.other.command("status").contains("root      login"))
    #expect(try pair.other.command("status").contains("signed out in another terminal"))
  }

  @Test(arguments: [
    ("server disable ada@example.com", "the account has been disabled"),
    ("server delete ada@example.com", "the session has ended"),
    ("server revoke ada@example.com", "the session has ended"),
  ])
  func `P28 what the operator does in one is told in the other at its next question`(_ line: String, _ reason: String)
    throws
  {
    let pair = try Pair()
    defer { pair.end() }
    _ = try pair.one.command(line)
    #expect(try pair.other.command("whoami").contains(reason))
    #expect(try pair.other.command("status").contains("root      login"))
    // And back again, without a word typed to the service.
    #expect(try pair.one.command("status").contains("root      login"))
  }

  @Test func `P28 a password changed in one leaves the other at home, with tokens that are good`() throws {
    let pair = try Pair()
    defer { pair.end() }
    _ = try pair.one.command("password change --password hunter23")
    #expect(try pair.other.command("whoami").hasPrefix("ada@example.com"))
    #expect(try pair.other.command("token refresh").hasPrefix("a fresh ID token"))
    #expect(try pair.one.command("whoami").hasPrefix("ada@example.com"))
    #expect(try pair.one.command("sessions").split(separator: "\n").count == 2)
  }
}
