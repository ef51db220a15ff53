import Foundation
import Testing

/// The last article through the built program: unknown, signed out, signed in, and the two values of the environment.
@Suite struct ThreeStateTests {
  private func environment(_ run: Binary.Result) -> [String] {
    run.objects.filter { $0["env"] != nil }.map { $0["rendering"] as? String ?? "" }
  }

  @Test func `004.1 and 004.3 unknown is neither signed in nor out`() async throws {
    let home = try TestHome()
    try Data("garbage".utf8).write(to: home.file("defaults.plist"))
    let run = try await Binary.commands("status --json", home: home)
    let values = run.lastStatus["env"] as? [String: Any]
    #expect(values?["uid"] is NSNull && values?["subscribedAuth"] as? Bool == false)
    #expect(run.lastStatus["root"] as? String == "splash" && run.lastStatus["state"] as? String == "unknown")
  }

  @Test func `004.2, 004.4 and 004.5 status shows both values, and there are three renderings`() async throws {
    let home = try TestHome()
    let run = try await Binary.commands(
      "status --json", "signin --anonymous", "status --json", "status", "signout", "status --json", home: home)
    let uids = run.objects.compactMap { ($0["env"] as? [String: Any])?["uid"] as? String }
    let uid = try #require(uids.first)
    #expect(environment(run) == ["nil", uid, "nil"])
    #expect(run.output.contains("env       uid=\(uid) subscribedAuth=true"))
    try Data("garbage".utf8).write(to: home.file("defaults.plist"))
    #expect(environment(try await Binary.commands("status --json", home: home)) == ["unsubscribed auth"])
  }

  @Test func `004.3 at start a signed-in person is never told to be signed out`() async throws {
    let home = try TestHome()
    _ = try await Binary.commands("signin --anonymous", home: home)
    let run = try await Binary.commands("events --kind root --last 0 --json", "status --json", home: home)
    #expect(run.events == ["root home by AppController: from splash"])
  }

  @Test func `004.6 a scope's observer reports the state at once, and then its changes`() async throws {
    let run = try await Binary.commands(
      "bus observe --scope view", "signin --anonymous", "signout", "bus observers --json", home: TestHome())
    let told = run.output.split(separator: "\n").filter { $0.hasPrefix("view: ") }
    #expect(told.count == 3 && told.first == "view: nil" && told.last == "view: nil")
    #expect(run.output.contains(#""observer":"view""#))
  }

  @Test func `004.7 the observer only observes`() async throws {
    let run = try await Binary.commands("signin --anonymous", "signout", "events --last 0 --json", home: TestHome())
    let own = run.events.filter { $0.contains(" by AuthObserver: ") }
    #expect(
      !own.isEmpty && own.allSatisfy { $0.hasPrefix("observe ") || $0.hasPrefix("deliver ") || $0.hasPrefix("remove ") }
    )
  }
}
