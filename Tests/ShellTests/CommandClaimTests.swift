import AuthApp
import AuthBus
import Shell
import Testing

/// The commands show what the articles' claims speak of.
@MainActor
@Suite struct CommandClaimTests {
  @Test func `002.1 bus names lists every name once, spelled as it is posted`() async throws {
    let names = try await Desk().run("bus names").split(separator: "\n")
    #expect(names.contains("authStateDidChange") && names.contains("AuthStateDidChange"))
    #expect(Set(names).count == names.count)
  }

  @Test func `002.3 bus observers shows the filter`() async throws {
    let text = try await Desk().run("bus observers")
    #expect(text.contains(/authStateDidChange +AppController +any/))
  }

  @Test func `002.5 a command and no other code leads from login to home and back`() async throws {
    let desk = try await Desk()
    #expect(desk.shell.app.root == .login)
    _ = try await desk.run("signin --anonymous")
    #expect(desk.shell.app.root.name == "home")
    _ = try await desk.run("signout")
    #expect(desk.shell.app.root == .login)
  }

  @Test func `002.7 status shows the depth and the instance of the stack`() async throws {
    let desk = try await Desk()
    #expect(try await desk.run("status").contains("screens   1 (stack 2)"))
    #expect(try await desk.run("signin --anonymous", "status").contains("screens   1 (stack 3)"))
  }

  @Test func `002.14 the command itself posts nothing`() async throws {
    let desk = try await Desk()
    _ = try await desk.run(
      "set authsh.controller.source = currentUser", "restart", "events --clear", "signin --anonymous")
    let rows = desk.shell.app.bus.journal.rows().filter { $0.kind == .post }
    #expect(!rows.isEmpty && rows.allSatisfy { ["AuthManager", "AppController"].contains($0.actor) })
    #expect(rows.allSatisfy { $0.cause == "signin --anonymous" })
  }

  @Test(arguments: [("authsh.controller.source", "currentUser"), ("authsh.boot.check", "onlyWhenSignedOut")])
  func `002.13 and 002.16 a setting counts from the next restart on`(_ name: String, _ value: String) async throws {
    let desk = try await Desk()
    #expect(try await desk.run("set \(name) = \(value)", "set").contains("\(name) = \(value)\n"))
    #expect(desk.shell.app.activeSource == .isSignIn)
    _ = try await desk.run("restart")
    #expect(try await desk.run("status --json").contains("\"\(value)\""))
    #expect(try await desk.run("set \(name) = maybe").contains("maybe"))
  }

  @Test func `004.4 and 004.5 status shows the two values and the provider`() async throws {
    let desk = try await Desk()
    #expect(try await desk.run("status").contains("env       uid=nil subscribedAuth=true"))
    let text = try await desk.run("signin --anonymous", "status")
    let uid = try #require(desk.shell.app.manager.state.uid)
    #expect(text.contains("env       uid=\(uid) subscribedAuth=true") && text.contains("provider  local"))
  }

  @Test func `004.6 bus observe --scope reports at once and then each change`() async throws {
    let desk = try await Desk()
    let text = try await desk.run("bus observe --scope view", "signin --anonymous", "signout")
    let told = text.split(separator: "\n").filter { $0.hasPrefix("view: ") }
    #expect(told.count == 3 && told.first == "view: nil" && told.last == "view: nil")
  }
}
