import Foundation
import Testing

/// The first article, variant A, through the built program. Claims are numbered as in the article's list.
@Suite struct RoutingClaimTests {
  @Test func `002.1 bus names lists the notification, spelled as in the article`() async throws {
    let run = try await Binary.commands("bus names", home: TestHome())
    #expect(run.output.split(separator: "\n").contains("authStateDidChange"))
  }

  @Test func `002.2 and 002.4 a boot observes, attaches the window, shows it, checks, and sets the root`() async throws
  {
    let run = try await Binary.commands("events --last 0 --json", home: TestHome())
    let missing = run.firstMissing(
      of: "observe authStateDidChange by AppController", "window attach by AppController",
      "visible window by AppController",
      "check state by AppController", "read isSignIn by Defaults: nil", "root login by AppController")
    #expect(missing == nil)
  }

  @Test func `002.3 bus observers shows that any sender counts`() async throws {
    let run = try await Binary.commands("bus observers --json", home: TestHome())
    let observers = run.objects.first?["observers"] as? [[String: Any]] ?? []
    let controller = observers.first { $0["observer"] as? String == "AppController" }
    #expect(controller?["name"] as? String == "authStateDidChange" && controller?["filter"] as? String == "any")
  }

  @Test func `002.5 and 002.10 quit and start again: home, with no login root in between`() async throws {
    let home = try TestHome()
    let first = try await Binary.commands("status --json", "signin --anonymous", "quit", home: home)
    #expect(first.objects.first?["root"] as? String == "login")
    let second = try await Binary.commands("events --last 0 --json", "status --json", home: home)
    #expect(second.events.filter { $0.hasPrefix("root ") } == ["root home by AppController: from splash"])
    #expect(second.lastStatus["state"] as? String == "signedIn")
  }

  @Test func `002.6 and 002.7 every swap comes from one place and makes a fresh stack`() async throws {
    let run = try await Binary.commands(
      "signin --anonymous", "status --json", "signout", "status --json", "events --kind root --last 0 --json",
      home: TestHome())
    #expect(run.events.count == 3 && run.events.allSatisfy { $0.contains(" by AppController: ") })
    let screens = run.objects.compactMap { $0["screens"] as? [String: Int] }
    #expect(screens.map { $0["depth"] } == [1, 1] && screens.map { $0["instance"] } == [3, 4])
  }

  @Test func `002.8 and 002.11 write, post, deliver, read, root, and only then does post return`() async throws {
    let run = try await Binary.commands("signin --anonymous", "events --last 0 --json", home: TestHome())
    let missing = run.firstMissing(
      of: "write isSignIn by Defaults: true", "post authStateDidChange by login",
      "deliver authStateDidChange by AppController", "read isSignIn by Defaults: true", "root home by AppController",
      "return authStateDidChange by login")
    #expect(missing == nil)
  }

  @Test func `002.8 in the trace the write on disk stands before the post`() async throws {
    let home = try TestHome()
    let trace = home.file("trace")
    let run = try await Binary.commands("signin --anonymous", home: home, options: ["--trace", trace.path])
    #expect(run.status == 0)
    let lines = try String(contentsOf: trace, encoding: .utf8).split(separator: "\n")
    let flush = lines.firstIndex { $0.contains(#""detail":"on disk""#) && $0.contains("isSignIn") }
    let post = lines.firstIndex { $0.contains(#""kind":"post""#) && $0.contains(#""authStateDidChange""#) }
    #expect(try #require(flush) < #require(post))
  }

  @Test func `002.9 the notification is a signal: no payload, and posting it by hand changes nothing`() async throws {
    let run = try await Binary.commands(
      "bus observe authStateDidChange", "bus post authStateDidChange", "status --json", home: TestHome())
    #expect(run.output.contains(/observer 1: authStateDidChange \(post #\d+\)\n/))
    #expect(run.lastStatus["root"] as? String == "login")
  }

  @Test func `002.17 a failed sign-in is told, and posts nothing`() async throws {
    let run = try await Binary.commands(
      "signin ada@example.com --password wrong-one", "events --last 0 --json", home: TestHome(),
      options: ["--keep-going"])
    #expect(run.status == 4 && run.errors.contains("wrong e-mail or password"))
    #expect(!run.events.contains { $0.hasPrefix("post authStateDidChange") })
  }

  @Test func `002.18 home to login, and the settings no longer claim a session`() async throws {
    let run = try await Binary.commands(
      "signin --anonymous", "signout", "status --json", "defaults read isSignIn", "events --last 0 --json",
      home: TestHome())
    #expect(run.status == 0 && run.lastStatus["root"] as? String == "login" && run.output.contains("\nfalse\n"))
    let missing = run.firstMissing(
      of: "root home", "write isSignIn by Defaults: false", "write lastLoginRepository by Defaults: removed",
      "write session by Vault: removed", "post authStateDidChange by logout", "root login by AppController")
    #expect(missing == nil)
  }
}
