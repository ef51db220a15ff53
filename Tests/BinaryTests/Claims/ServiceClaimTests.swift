import Foundation
import Testing

/// The first article, variant B, through the built program: the service's notification and its current user.
@Suite struct ServiceClaimTests {
  private static let variantB = "set authsh.controller.source = currentUser"

  @Test func `002.12 configure comes before observe`() async throws {
    let run = try await Binary.commands(
      Self.variantB, "events --clear", "restart", "events --last 0 --json", home: TestHome())
    let missing = run.firstMissing(
      of: "configure service", "observe AuthStateDidChange by AppController", "window attach")
    #expect(missing == nil)
  }

  @Test func `002.13 the setting chooses the notification and what decides`() async throws {
    let run = try await Binary.commands(
      Self.variantB, "restart", "signin --anonymous", "bus observers --json", "defaults write isSignIn false",
      "bus post AuthStateDidChange",
      "status --json", home: TestHome())
    let observers = run.objects.compactMap { $0["observers"] as? [[String: Any]] }.first ?? []
    let names = observers.filter { $0["observer"] as? String == "AppController" }.map { $0["name"] as? String }
    #expect(names == ["AuthStateDidChange"])
    #expect(run.lastStatus["source"] as? String == "currentUser")
  }

  @Test func `002.14 signin posts nothing by itself, the service does`() async throws {
    let run = try await Binary.commands(
      Self.variantB, "restart", "signin --anonymous", "events --kind post --last 0 --json", "status --json",
      home: TestHome())
    let posts = run.events.filter { $0.lowercased().contains("authstatedidchange") }
    #expect(posts == ["post AuthStateDidChange by AuthManager: 2 observers"])
    #expect(run.lastStatus["root"] as? String == "home")
  }

  @Test func `002.15 the trace shows the user's uid when there is one`() async throws {
    let run = try await Binary.commands(
      Self.variantB, "restart", "events --kind user --json", "signin --anonymous", "events --kind user --json",
      "status --json", home: TestHome())
    let uid = try #require((run.lastStatus["env"] as? [String: Any])?["uid"] as? String)
    #expect(run.events == ["user \(uid) by AuthManager: "])
  }

  @Test(arguments: ["isSignIn", "currentUser"], [("always", 2), ("onlyWhenSignedOut", 1)])
  func `002.16 a boot with a session checks twice or once, and swaps once`(
    _ source: String, _ expected: (check: String, count: Int)
  ) async throws {
    let home = try TestHome()
    let run = try await Binary.commands(
      "signin --anonymous", "set authsh.controller.source = \(source)", "set authsh.boot.check = \(expected.check)",
      "events --clear", "restart", "status --json", "events --kind root --json", home: home)
    #expect(run.lastStatus["checks"] as? Int == expected.count)
    #expect(run.lastStatus["bootCheck"] as? String == expected.check)
    #expect(run.events == ["root home by AppController: from splash"])
  }

  @Test func `002.18 signing out leads to login in this variant too`() async throws {
    let run = try await Binary.commands(
      Self.variantB, "restart", "signin --anonymous", "signout", "status --json", home: TestHome())
    #expect(run.lastStatus["root"] as? String == "login")
  }
}
