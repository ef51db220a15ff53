import Accounts

/// Draws commands. What it draws depends on the seed and nothing else, so that a seed repeats a run.
struct RandomCommands {
  /// One thing that happens to the app.
  enum Step {
    /// A command at the shell. `%` in it stands for whoever is signed in.
    case command(String)
    /// The same, while a call to the service meets a fault.
    case faulty(String, FaultyRepository.Fault)
    /// A restart whose restore meets a fault.
    case faultyRestart(FaultyRepository.Fault)
    /// A command in another process on the same home, which ends before the next step.
    case elsewhere(String)
    /// Commands in another process while others run here.
    case atOnce(there: [String], here: [String])
  }

  private var random: Seeded

  init(seed: UInt64) { random = Seeded(seed) }

  mutating func next() -> Step {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<5:
      .faulty(pick(Self.useCases), pick([.failure(.networkRequestFailed), .failure(.userTokenExpired), .late]))
    case 5..<8:
      .faultyRestart(
        pick([
          .late, .failure(.networkRequestFailed), .failure(.userDisabled), .failure(.store(.locked)), .late, .silence,
        ]))
    case 8..<12: .elsewhere(pick(Self.otherProcess))
    case 12..<14: .atOnce(there: (0..<3).map { _ in pick(Self.otherProcess) }, here: (0..<3).map { _ in command() })
    default: .command(command())
    }
  }

  private mutating func command() -> String {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<38: pick(Self.useCases)
    case 38..<50: pick(Self.owner)
    case 50..<62: "restart"
    case 62..<72: pick(Self.settings)
    case 72..<82: pick(Self.operator)
    case 82..<90: pick(Self.bus)
    case 90..<96: pick(Self.screens)
    default: pick(["status", "echo hello", "nonsense", "events --last 3", "whoami --nonsense", "echo 'unclosed"])
    }
  }

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  private static let people = (0..<5).map { "p\($0)@example.com" }
  private static let useCases =
    people.flatMap { ["signup \($0) --password hunter22", "signin \($0) --password hunter22"] }
    + ["signin p0@example.com --password wrong-one", "signin --anonymous", "signin --anonymous"]
    + Array(repeating: "signout", count: 5) + ["signout --if-signed-in", "whoami", "whoami"]
  private static let owner = [
    "account show", "account set displayName Ada", "account link p4@example.com --password hunter22", "profile show",
    "profile set bio hello", "token refresh", "token show", "sessions", "reauth --password hunter22",
    "password change --password hunter22", "email verify", "signout --everywhere", "delete",
  ]
  private static let settings = [
    "defaults write isSignIn false", "defaults write isSignIn true", "defaults delete isSignIn",
    "defaults write ours.a 1", "defaults write ours.b text", "defaults delete ours.a",
    "defaults delete lastLoginRepository",
    "set authsh.controller.source = isSignIn", "set authsh.controller.source = currentUser",
    "set authsh.boot.check = always", "set authsh.boot.check = onlyWhenSignedOut",
  ]
  private static let `operator` =
    people.flatMap { ["server disable \($0)", "server enable \($0)"] }
    + ["server disable %", "server delete %", "server revoke %", "server delete p1@example.com", "clock advance 1h"]
  private static let bus = [
    "bus observe authStateDidChange", "bus observe rootDidChange", "bus observe --scope card",
    "bus remove 3", "bus remove 7", "bus remove 12", "bus remove 40", "bus post authStateDidChange",
    "bus post AuthStateDidChange", "bus post authStateDidChange --background", "bus post authStateDidChange --foreign",
    "bus post AuthStateDidChange --foreign --background", "bus post anything",
  ]
  private static let screens = [
    "open settings", "open profile", "close", "present confirm", "present about", "dismiss",
    "form email p4@example.com", "form email p4", "form password --password hunter22", "form submit", "form clear",
  ]
  private static let otherProcess =
    people.flatMap { ["signin \($0) --password hunter22", "signup \($0) --password hunter22"] }
    + ["signin --anonymous", "signin --anonymous", "signout", "signout", "signout --if-signed-in"]
    + ["server disable p2@example.com", "server delete p3@example.com", "server enable p2@example.com"]
    + ["defaults write theirs 1", "defaults write theirs 2", "defaults delete theirs", "defaults write isSignIn false"]
}
