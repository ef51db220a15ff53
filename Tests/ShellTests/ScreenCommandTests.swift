import AuthApp
import Foundation
import ShellLanguage
import Testing

@testable import Shell

/// The commands on screens, on both roots that have some.
@MainActor
@Suite struct ScreenCommandTests {
  @Test(arguments: ["signout --if-signed-in", "signin --anonymous"])
  func `screens are opened, closed, presented and dismissed`(_ root: String) async throws {
    let shell = try await TestShell()
    _ = await shell.run(root)
    let name = shell.shell.app.root.name
    let result = await shell.run("open settings\nopen about\npresent confirm\ndismiss\nclose\nclose")
    #expect(result.exit == .success)
    #expect(
      result.output == """
        \(name) > settings
        \(name) > settings > about
        \(name) > settings > about + confirm
        \(name) > settings > about
        \(name) > settings
        \(name)

        """)
  }

  @Test func `any screen may be opened and presented, and help says what each is`() async throws {
    let shell = try await TestShell()
    let page = await shell.run("help present").output
    for screen in ["settings", "profile", "security", "about", "confirm"] {
      #expect(page.contains("\n\(screen) "))
      #expect(await shell.run("open \(screen)\npresent \(screen)").exit == .success)
    }
    #expect(shell.shell.app.window.navigation.depth == 6)
  }

  @Test func `screens shows what each screen's own observer was told`() async throws {
    let shell = try await TestShell()
    _ = await shell.run("signin --anonymous\nopen settings\npresent confirm")
    let uid = try #require(shell.shell.app.manager.state.uid)
    #expect(
      await shell.run("screens").output == """
        place    screen    sees
        root     home      \(uid)
        stack 2  settings  \(uid)
        modal 1  confirm   \(uid)

        """)
    let object = try await shell.json("screens")
    #expect(object["stack"] as? [String] == ["settings"] && object["modals"] as? [String] == ["confirm"])
    #expect(object["depth"] as? Int == 2 && object["root"] as? String == "home")
  }

  @Test func `status counts the screens, and the modals when there are some`() async throws {
    let shell = try await TestShell()
    #expect(await shell.run("open settings\nstatus").output.contains("screens   2 (stack 2)\n"))
    #expect(await shell.run("present confirm\nstatus").output.contains("screens   2 (stack 2), modals 1\n"))
    #expect((try await shell.json("status")["screens"] as? [String: Int])?["modals"] == 1)
  }

  @Test(arguments: [("close", "no-screen"), ("dismiss", "no-modal")])
  func `what is not there cannot be closed`(_ command: String, _ code: String) async throws {
    let shell = try await TestShell()
    let error = try #require(try await shell.json(command)["error"] as? [String: Any])
    #expect(error["code"] as? String == code && error["hint"] is String)
  }

  @Test func `P07 five times open and close leaves bus observers as it was`() async throws {
    let shell = try await TestShell()
    let baseline = await shell.run("bus observers").output
    #expect(await shell.run("open settings\nbus observers").output != baseline)
    _ = await shell.run("close\n" + String(repeating: "open settings\npresent about\ndismiss\nclose\n", count: 5))
    #expect(await shell.run("bus observers").output == baseline)
  }

  @Test func `P21 a session that ends under a modal leaves no ghost in screens`() async throws {
    let shell = try await TestShell()
    _ = await shell.run("signup ada@example.com --password hunter22\nopen security\npresent confirm")
    _ = await shell.run("server revoke ada@example.com\nwhoami")
    #expect(await shell.run("screens").output == "place  screen  sees\nroot   login   nil\n")
  }

  @Test func `000.3 the transition is a setting that counts from the next restart on`() async throws {
    let shell = try await TestShell()
    #expect(
      await shell.run("set authsh.transition = fade\nsignin --anonymous\nevents --kind transition").output
        .contains("fade") == false)
    let result = await shell.run("restart\nsignout\nevents --kind transition --last 0")
    #expect(result.output.components(separatedBy: "transition fade-out by AppController").count == 3)
    #expect(await shell.run("set authsh.transition = slide").errors.contains("none or fade"))
  }
}
