import Foundation

/// One account whose password, address, name, profile and tokens change, and which is deleted and made again, while authsh is
/// killed: each change happened wholly or not at all.
///
/// The store is one that lasts: one that is thrown away keeps its journal in memory, and promises nothing after a crash.
final class AccountCrashScene {
  /// What is known of the account.
  struct Known: Equatable {
    var email: String
    var password = "first-one"
    var name: String?
    var bio: String?
    var exists = true
    var isSignedIn = true
  }

  /// A command of the stream, and what it does to what is known.
  struct Change {
    var line: String
    var apply: (inout Known) -> Void = { _ in }
  }

  private let home: TestHome
  private var random: Seeded
  private var known = Known(email: "p0@example.com", exists: false, isSignedIn: false)
  private var made = 0
  private(set) var killed = 0
  /// How often the command in flight had happened, and how often not.
  private(set) var happened = 0
  /// What was typed last.
  private(set) var story = ""

  init(seed: UInt64) throws {
    random = Seeded(seed)
    home = try TestHome()
  }

  var summary: String { "\(killed) killed, of the commands in flight \(happened) had happened" }

  /// Types a stream, kills, and checks that a new start knows what was answered, with or without what was in flight.
  func crash() throws {
    try begin()
    let changes = try plan()
    let answers = try kill(during: changes)
    story = changes.map(\.line).joined(separator: "\n  ") + "\n  answered: \(answers.count)"
    for (change, answer) in zip(changes, answers) {
      if let error = answer.error { throw Loss("'\(change.line)' was answered with \(error)") }
      change.apply(&known)
    }
    var other = known
    if answers.count < changes.count { changes[answers.count].apply(&other) }
    let mayHaveChanged = changes.contains { $0.line.hasPrefix("password") }
    let isKnown = try fits(known, tryingPassword: mayHaveChanged)
    guard try isKnown || fits(other, tryingPassword: mayHaveChanged) else {
      throw Loss("neither \(known) nor \(other)")
    }
    if !isKnown {
      known = other
      happened += 1
    }
    let strange = try Set(FileManager.default.contentsOfDirectory(atPath: home.folder.path)).subtracting(Self.names)
    guard strange.isEmpty else { throw Loss("files pile up: \(strange.sorted())") }
  }

  /// Signs in, or up, where a stream left nobody.
  private func begin() throws {
    guard !known.isSignedIn else { return }
    let verb = known.exists ? "signin" : "signup"
    let answer = try run(["\(verb) \(known.email) --password \(known.password)"])
    guard answer.first?.error == nil else { throw Loss("\(verb): \(answer)") }
    if !known.exists { (known.name, known.bio) = (nil, nil) }
    (known.exists, known.isSignedIn) = (true, true)
  }

  private func plan() throws -> [Change] {
    var changes: [Change] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      made += 1
      let value = "v\(made)"
      switch Int.random(in: 0..<4, using: &random) {
      case 0: changes.append(Change(line: "password change --password \(value)-word") { $0.password = "\(value)-word" })
      case 1: changes.append(Change(line: "token refresh"))
      case 2: changes.append(Change(line: "account set displayName \(value)") { $0.name = value })
      default: changes.append(Change(line: "profile set bio \(value)") { $0.bio = value })
      }
    }
    switch Int.random(in: 0..<6, using: &random) {
    // A changed password takes back the codes that were sent before it.
    case 0 where !changes.contains { $0.line.hasPrefix("password") }: changes.append(try moveAway())
    case 1:
      changes.append(
        Change(line: "delete") { known in
          (known.exists, known.isSignedIn) = (false, false)
        })
    default: break
    }
    return changes
  }

  /// `email verify CODE`, the code asked for beforehand.
  private func moveAway() throws -> Change {
    made += 1
    let email = "p\(made)@example.com"
    let answers = try run(["reauth --password \(known.password)", "email change \(email)", "server outbox \(email)"])
    let mail = (answers.last?.fields["messages"] as? [[String: Any]])?.first
    guard let code = mail?["code"] as? String else { throw Loss("no code: \(answers.map(\.fields))") }
    return Change(line: "email verify \(code)") { known in
      known.email = email
      known.isSignedIn = false
    }
  }

  private func kill(during changes: [Change]) throws -> [Answer] {
    let lines = changes.map(\.line)
    let shell = try LiveShell(home: home, ["--json", "--keep-going"])
    try shell.send(lines.joined(separator: "\n"))
    let wanted = Int.random(in: 0..<lines.count, using: &random)
    let moment = UInt32.random(in: 0..<(Bool.random(using: &random) ? 2_000 : 20_000), using: &random)
    try shell.wait(forObjects: wanted)
    usleep(moment)
    killed += 1
    return try shell.kill().map { Answer(fields: $0) }
  }

  /// Whether a new start, asked about everything, finds what is said to be known.
  private func fits(_ known: Known, tryingPassword: Bool) throws -> Bool {
    let answers = try run(["status", "whoami", "account show", "profile show", "server show \(known.email)"])
    guard answers.count == 5 else { throw Loss("the new start answered \(answers.map(\.fields))") }
    let (status, whoami, account, profile) = (answers[0], answers[1], answers[2], answers[3])
    guard ["home", "login"].contains(status.root) else { throw Loss("root \(status.root ?? "none")") }
    guard (status.root == "home") == (whoami.error == nil) else { throw Loss("home that whoami knows nothing of") }
    guard (status.root == "home") == known.isSignedIn, (answers[4].error == nil) == known.exists else { return false }
    if known.isSignedIn {
      guard whoami.email == known.email else { return false }
      guard account.fields["account"].flatMap({ ($0 as? [String: Any])?["displayName"] as? String }) == known.name
      else { return false }
      guard (profile.fields["profile"] as? [String: Any])?["bio"] as? String == known.bio else { return false }
    }
    // A hash takes its time: only a password that may have changed is tried.
    guard known.exists, tryingPassword else { return true }
    // Tried: on a home of its own, so that this one's session stays.
    return try run(["signin \(known.email) --password \(known.password)"], elsewhere: true).first?.error == nil
  }

  /// Runs commands to their end; `elsewhere` on another client's home with the same service.
  private func run(_ lines: [String], elsewhere: Bool = false) throws -> [Answer] {
    var environment = home.environment
    if elsewhere {
      let other = home.file("elsewhere").path
      try? FileManager.default.removeItem(atPath: other)
      try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(
        atPath: "\(other)/accounts.db", withDestinationPath: home.file("accounts.db").path)
      environment["AUTHSH_HOME"] = other
    }
    let shell = try LiveShell(environment: environment, ["--json", "--keep-going"])
    try shell.send(lines.joined(separator: "\n"))
    shell.end()
    return shell.rest().split(separator: "\n").compactMap {
      ((try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]).map { Answer(fields: $0) }
    }
  }

  private static let names: Set<String> = [
    "defaults.plist", ".defaults.plist.lock", ".defaults.plist.tmp", "session", ".session.lock", ".session.tmp",
    "session.lock", "accounts.db", "accounts.db-wal", "accounts.db-shm", "elsewhere",
  ]
}
