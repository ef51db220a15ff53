import Foundation

/// A home on which authsh is killed again and again, and looked at after each time.
final class CrashScene {
  private let home: TestHome
  private var random: Seeded
  private var promises = Promises()
  private var made = 0
  private(set) var killed = 0
  private var answered = 0
  /// What was typed last, and what came of it.
  private(set) var story = ""

  init(seed: UInt64) throws {
    random = Seeded(seed)
    home = try TestHome()
  }

  /// Counts for people.
  var summary: String {
    "\(killed) killed, \(answered) commands answered, \(promises.owners.count) accounts with an address and "
      + "\(promises.anonymous.count) anonymous ones"
  }

  /// Types a stream, kills, and checks that a new start agrees with what was answered.
  func crash() async throws {
    let commands = plan()
    let before = promises
    let answers = try answers(to: commands)
    answered += answers.count
    let inFlight = answers.count < commands.count ? commands[answers.count] : nil
    story = commands.enumerated().map { index, command in
      "  \(command)\(index < answers.count ? "" : index == answers.count ? "   <- in flight" : "   (not begun)")"
    }.joined(separator: "\n")
    for (command, answer) in zip(commands, answers) { try promises.keep(command, answer: answer) }
    try checkFiles(inFlight)
    try await checkStart(inFlight, since: before)
    try checkFiles(inFlight)
    try checkAgreement()
  }

  /// At the end: every account that was ever promised.
  func checkAccounts() async throws {
    let list = try await Binary.commands("server accounts --limit 1000000", home: home, options: ["--json"])
    let accounts = list.objects.first?["accounts"] as? [[String: Any]] ?? []
    let found = Dictionary(
      accounts.map { ($0["uid"] as? String ?? "", $0["email"] as? String ?? "") },
      uniquingKeysWith: { first, _ in first })
    for (email, uid) in promises.owners where found[uid] != email { throw Loss("account \(email) is gone") }
    for uid in promises.anonymous where found[uid] == nil { throw Loss("anonymous account \(uid) is gone") }
  }

  /// Commands that all succeed, one after the other, from where things stand.
  private func plan() -> [Typed] {
    var isSignedIn = promises.person != nil
    return (0..<8).map { _ in
      let draw = Int.random(in: 0..<100, using: &random)
      made += 1
      if draw < 15 { return .write(key: "crash.\(draw)", made) }
      isSignedIn.toggle()
      if !isSignedIn { return .signOut }
      let known = promises.owners.keys.sorted()
      if draw < 25 { return .signUp(email: "p\(made)@example.com") }
      if draw < 35, let email = known.randomElement(using: &random) { return .signIn(email: email) }
      return .anonymous
    }
  }

  /// Types everything at once, waits for some of the answers and a moment more, and kills.
  private func answers(to commands: [Typed]) throws -> [Answer] {
    let shell = try LiveShell(home: home, ["--json", "--keep-going"])
    try shell.send(commands.map(\.description).joined(separator: "\n"))
    let wanted = Int.random(in: 0..<commands.count, using: &random)
    // The moments are the random input here: most inside one command, some while the program still starts.
    let moment = UInt32.random(in: 0..<(Bool.random(using: &random) ? 3_000 : 60_000), using: &random)
    try shell.wait(forObjects: wanted)
    usleep(moment)
    let output = try shell.kill()
    killed += 1
    return output.map { Answer(fields: $0) }
  }

  /// A new start: it knows what was answered, or that and what was in flight.
  private func checkStart(_ inFlight: Typed?, since before: Promises) async throws {
    let news =
      promises.owners.filter { before.owners[$0.key] == nil }.map(\.value)
      + promises.anonymous.subtracting(before.anonymous)
    let ended = promises.ended.subtracting(before.ended)
    let look = ["status", "whoami"] + news.map { "server show \($0)" } + ended.map { "server show \($0)" }
    let run = try await Binary.run(["--json", "--keep-going"] + look.flatMap { ["-c", $0] }, home: home)
    let answers = run.objects.map { Answer(fields: $0) }
    guard answers.count == look.count else { throw Loss("the new start answered \(run.output)\(run.errors)") }
    let root = answers[0].root
    guard run.status == (root == "home" ? 0 : 4) else { throw Loss("exit code \(run.status): \(run.errors)") }
    try checkPerson(answers[0], answers[1], inFlight)
    for (uid, answer) in zip(news, answers[2...]) where answer.uid != uid { throw Loss("account \(uid) is gone") }
    for (uid, answer) in zip(ended, answers[(2 + news.count)...]) where answer.sessions != 0 {
      throw Loss("\(uid) was signed out, and has \(answer.sessions ?? -1) sessions")
    }
  }

  private func checkPerson(_ status: Answer, _ whoami: Answer, _ inFlight: Typed?) throws {
    switch status.root {
    case "home":
      guard let uid = whoami.uid, uid == status.uid else {
        throw Loss("home of \(status.uid ?? "nobody"), but whoami says \(whoami.uid ?? whoami.error ?? "nothing")")
      }
      guard uid == promises.person || promises.explains(inFlight, whoami) else {
        throw Loss("\(uid) is signed in; promised was \(promises.person ?? "nobody")")
      }
    case "login":
      guard whoami.error == "wrong-root" else { throw Loss("whoami at the login root: \(whoami.fields)") }
      guard promises.person == nil || inFlight == .signOut else {
        throw Loss("nobody is signed in; promised was \(promises.person ?? "nobody")")
      }
      promises.person = nil
    default: throw Loss("root \(status.root ?? "none"): \(status.fields)")
    }
  }
}

// The files.
extension CrashScene {
  /// The plist parses and holds every setting, the vault parses, and no more files lie there than may.
  private func checkFiles(_ inFlight: Typed?) throws {
    let list = try plist()
    for (key, value) in promises.settings {
      let found = list[key] as? Int
      guard found != value else { continue }
      guard let found, inFlight == .write(key: key, found) else {
        throw Loss("setting \(key) is \(found.map(String.init) ?? "gone"), promised was \(value)")
      }
      promises.settings[key] = found
    }
    _ = try session()
    let strange = try Set(FileManager.default.contentsOfDirectory(atPath: home.folder.path)).subtracting(Self.names)
    guard strange.isEmpty else { throw Loss("files pile up: \(strange.sorted())") }
  }

  /// After a start, settings, vault and person say the same.
  private func checkAgreement() throws {
    let (claim, kept) = (try plist()["isSignIn"] as? Bool ?? false, try session())
    guard claim == (promises.person != nil), kept == promises.person else {
      throw Loss("isSignIn \(claim), session of \(kept ?? "nobody"), person \(promises.person ?? "nobody")")
    }
  }

  private func plist() throws -> [String: Any] {
    guard let data = FileManager.default.contents(atPath: home.file("defaults.plist").path) else { return [:] }
    let list = try PropertyListSerialization.propertyList(from: data, format: nil)
    guard let list = list as? [String: Any] else { throw Loss("the plist is no dictionary") }
    return list
  }

  private func session() throws -> String? {
    guard let data = FileManager.default.contents(atPath: home.file("session").path) else { return nil }
    guard let fields = try JSONSerialization.jsonObject(with: data) as? [String: Any] else { throw Loss("torn vault") }
    return fields["uid"] as? String
  }

  private static let names: Set<String> = [
    "defaults.plist", ".defaults.plist.lock", ".defaults.plist.tmp", "session", ".session.lock", ".session.tmp",
    "session.lock", "accounts.db", "accounts.db-wal", "accounts.db-shm", "accounts.db-journal",
  ]
}
