import Foundation
import Testing

/// The hazards of the first article, and that the built program avoids them.
@Suite struct HazardClaimTests {
  @Test func `002.a isSignIn written by hand opens nothing`() async throws {
    let home = try TestHome()
    _ = try await Binary.commands("defaults write isSignIn true", home: home)
    let run = try await Binary.commands("status --json", "events --kind root --last 0 --json", home: home)
    #expect(run.lastStatus["root"] as? String == "login")
    #expect((run.lastStatus["reason"] as? [String: Any])?["code"] as? String == "user-token-expired")
    #expect(!run.events.contains { $0.hasPrefix("root home") })
  }

  @Test func `002.a an argument that looks like a default is no way in`() async throws {
    let run = try await Binary.run(["-isSignIn", "YES", "-c", "status"], home: TestHome())
    #expect(run.status == 2 && run.errors.contains("unknown option '-isSignIn'"))
  }

  @Test(arguments: ["server revoke", "server disable", "server delete"])
  func `002.a a session that the operator ended does not lead home`(_ deed: String) async throws {
    let home = try TestHome()
    let made = try await Binary.commands("signin --anonymous --json", home: home)
    let uid = try #require((made.objects.first?["user"] as? [String: Any])?["uid"] as? String)
    let run = try await Binary.commands("\(deed) \(uid)", "restart", "status --json", home: home)
    #expect(run.lastStatus["root"] as? String == "login" && run.lastStatus["reason"] is [String: Any])
  }

  @Test func `002.b news about the same user keeps the stack`() async throws {
    let run = try await Binary.commands(
      "set authsh.controller.source = currentUser", "restart", "signin --anonymous", "status --json", "whoami",
      "bus post AuthStateDidChange", "bus post idTokenDidChange", "status --json", home: TestHome())
    let screens = run.objects.compactMap { $0["screens"] as? [String: Int] }
    #expect(screens.count == 2 && screens[0] == screens[1])
  }

  @Test func `002.c and 002.d a signed-in boot has the splash root until the verdict, and never no root`() async throws
  {
    let home = try TestHome()
    let run = try await Binary.commands(
      "signin --anonymous", "set authsh.boot.check = onlyWhenSignedOut", "events --clear", "restart",
      "events --last 0 --json", home: home)
    #expect(
      run.firstMissing(
        of: "visible window", "post authStateDidChange by autoLogin", "root home by AppController: from splash") == nil)
  }

  @Test(arguments: ["", "--background", "--foreign", "--background --foreign"])
  func `002.f posts from any thread are delivered on the main one`(_ options: String) async throws {
    let home = try TestHome()
    _ = try await Binary.commands("signin --anonymous", home: home)
    let run = try await Binary.commands(
      "bus post authStateDidChange \(options)", "events --kind check --json", "status --json", home: home)
    let threads = run.objects.flatMap { $0["events"] as? [[String: Any]] ?? [] }.map { $0["thread"] as? String }
    #expect(threads == ["main", "main", "main"] && run.lastStatus["root"] as? String == "home")
  }

  @Test func `002.19 what a screen hung on the bus goes at a restart`() async throws {
    let run = try await Binary.commands(
      "bus observe authStateDidChange", "bus observe --scope view", "bus observers --json", "restart",
      "bus observers --json",
      home: TestHome())
    let counts = run.objects.compactMap { ($0["observers"] as? [Any])?.count }
    #expect(counts.count == 2 && counts[0] == counts[1] + 2)
  }
}
