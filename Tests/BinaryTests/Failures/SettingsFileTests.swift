import Foundation
import Testing

/// The settings and the session file, unusable in every way: said clearly, nothing lost, mended by one command.
@Suite struct SettingsFileTests {
  /// A home with somebody signed in, damaged, and the token that no output may show.
  private func damaged(_ name: String, _ damage: Damage) async throws -> (home: TestHome, token: String) {
    let home = try TestHome()
    #expect(try await Binary.commands("signin --anonymous", home: home).status == 0)
    let session = try JSONSerialization.jsonObject(with: Data(contentsOf: home.file("session"))) as? [String: Any]
    let token = try #require(session?["refreshToken"] as? String)
    if damage.isPossible { try damage.strike(home.file(name)) }
    return (home, token)
  }

  @Test(arguments: ["defaults.plist", "session"], Damage.allCases)
  func `an unusable file is told on the splash root, kept as it is, and ends with 7`(
    _ name: String, _ damage: Damage
  ) async throws {
    guard damage.isPossible else { return }
    let (home, token) = try await damaged(name, damage)
    let before = Fingerprint(home.file(name))
    let run = try await Binary.commands(
      "status --json", "whoami", "signin --anonymous", "help", "restart", home: home, options: ["--keep-going"])
    #expect(run.status == 7 && run.crash == nil)
    let isSession = name == "session" && damage.words.contains("property list")
    let words = isSession ? "cannot be read: not a session that authsh wrote" : damage.words
    #expect(run.errors.contains("authsh: \(home.file(name).path) \(words)"))
    #expect(run.errors.contains(damage.hint))
    #expect(run.lastStatus["root"] as? String == "splash" && run.lastStatus["state"] as? String == "unknown")
    #expect(run.output.contains("You are on the splash root"))
    #expect(run.errors.contains("authsh: restart: \(home.file(name).path)"))
    #expect(Fingerprint(home.file(name)) == before)
    #expect(!(run.output + run.errors).contains(token))
  }

  @Test(arguments: ["defaults.plist", "session"], Damage.allCases)
  func `defaults repair keeps the old file beside, and all is well again`(_ name: String, _ damage: Damage) async throws
  {
    guard damage.isPossible else { return }
    let (home, token) = try await damaged(name, damage)
    let before = Fingerprint(home.file(name))
    let repair = try await Binary.commands("defaults repair", "status --json", "signin --anonymous", home: home)
    #expect(repair.status == 0 && repair.crash == nil, "\(repair.errors)")
    let kept = home.file("\(name).broken-1")
    #expect(repair.output.contains("kept the old file as \(kept.path)"))
    #expect(repair.lastStatus["root"] as? String == "login")
    #expect(Fingerprint(kept) == before)
    #expect(!(repair.output + repair.errors).contains(token))
    #expect(try await Binary.commands("whoami", home: home).status == 0)
    let again = try await Binary.commands("defaults repair", home: home)
    #expect(again.status == 0 && again.output.contains("nothing to repair"))
  }

  @Test(arguments: ["status", "help", "defaults path", "echo hello", "server accounts"])
  func `a run that never learns who is signed in ends with 7, whatever it did well`(_ command: String) async throws {
    let (home, _) = try await damaged("defaults.plist", .garbage)
    let run = try await Binary.commands(command, home: home)
    #expect(run.status == 7 && !run.output.isEmpty && run.errors.contains("'defaults repair'"))
  }

  @Test(arguments: ["defaults write a 1", "defaults delete isSignIn", "defaults read", "signout"])
  func `settings that are unknown are neither read nor overwritten`(_ command: String) async throws {
    let (home, _) = try await damaged("defaults.plist", .truncated)
    let before = (Fingerprint(home.file("defaults.plist")), Fingerprint(home.file("session")))
    let run = try await Binary.commands(command, home: home)
    #expect(run.status == 7 && run.output.isEmpty)
    #expect((Fingerprint(home.file("defaults.plist")), Fingerprint(home.file("session"))) == before)
  }

  @Test func `signout works where only the session is unusable`() async throws {
    let (home, _) = try await damaged("session", .garbage)
    let run = try await Binary.commands("signout", "status --json", home: home)
    #expect(run.status == 0 && run.lastStatus["root"] as? String == "login")
    #expect(try await Binary.commands("status", home: home).status == 0)
  }

  @Test(
    .enabled(if: OrdinaryUser.isThere, "needs an ordinary user: setpriv is missing"),
    arguments: ["defaults.plist", "session"])
  func `a file that may not be read is told and kept`(_ name: String) async throws {
    let home = try TestHome()
    let binary = try OrdinaryUser.settle(in: home)
    func run(_ commands: String...) async throws -> Binary.Result {
      try await Binary.run(commands.flatMap { ["-c", $0] }, home: home, in: OrdinaryUser.wrapper, binary: binary)
    }
    #expect(try await run("signin --anonymous").status == 0)
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: home.file(name).path)
    let told = try await run("status --json")
    #expect(told.status == 7 && told.errors.contains("\(name) cannot be read: permission denied; 'defaults repair'"))
    #expect(told.lastStatus["state"] as? String == "unknown")
    #expect(try await run("defaults repair", "signin --anonymous").status == 0)
    #expect(FileManager.default.fileExists(atPath: home.file("\(name).broken-1").path))
  }
}
