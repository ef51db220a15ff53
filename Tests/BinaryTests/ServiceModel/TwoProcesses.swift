import Accounts
import AuthStorage
import Foundation
import LocalAccounts

/// Two shells on one throw-away home, driven over pipes, and the model that both must agree with.
final class TwoProcesses {
  /// The service and the model disagree.
  struct Disagreement: Error, CustomStringConvertible {
    var description: String
  }

  private let home: Home
  private let shells: [LiveShell]
  private var random: Seeded
  private(set) var model = ServiceModel()
  private var uids: [String: Int] = [:]
  private var history: [String] = []
  /// How many commands have been compared.
  private(set) var commands = 0
  /// How often each code came; `ok` for success.
  private(set) var outcomes: [String: Int] = [:]

  private static let emails = (0..<5).map { "p\($0)@example.com" }
  private static let passwords = ["first-one", "second-one"]

  init(seed: UInt64) async throws {
    random = Seeded(seed)
    let home = try Home.throwaway()
    try home.prepare()
    self.home = home
    // Both must find a store that is there already and knows that it is thrown away.
    try await LocalAccounts(path: home.databasePath, profile: .throwaway).setClockOffset(.zero)
    let folder = URL(fileURLWithPath: home.defaultsPath).deletingLastPathComponent().path
    shells = try (0..<2).map { _ in
      try LiveShell(environment: TestHome.environment(of: folder), ["--keep-going", "--json"])
    }
  }

  func end() {
    for shell in shells { shell.end() }
    home.remove()
  }

  /// The last commands.
  var story: String { history.map { "  \($0)" }.joined(separator: "\n") }

  /// One command in one of the two, then a look at both.
  func step() throws {
    let index = Int.random(in: 0..<2, using: &random)
    guard let (line, expected) = try draw() else { return }
    // A word of the other root changes nothing; a few of them do.
    if expected == "wrong-root", Int.random(in: 0..<5, using: &random) > 0 { return }
    let object = try run(line, in: index)
    let got = (object["error"] as? [String: Any])?["code"] as? String
    commands += 1
    outcomes[got ?? "ok", default: 0] += 1
    guard got == expected else {
      throw Disagreement(description: "'\(line)': \(got ?? "success"), the model says \(expected ?? "success")")
    }
    try look(at: index)
    try look(at: 1 - index)
    if commands % 25 == 0 { try compareAccounts() }
  }

  /// The object that a command prints: its result, or its failure.
  private func run(_ line: String, in index: Int) throws -> [String: Any] {
    history.append("\(index): \(line)")
    if history.count > 25 { history.removeFirst() }
    // `--json` prints one object for a command and one for the mark that ends it; errors for people come between.
    let mark = "done-\(commands)-\(index)-\(UInt64.random(in: .min ... .max))"
    try shells[index].send(line)
    try shells[index].send("echo \(mark)")
    let printed = try shells[index].expect("\(mark)\",\"v\":1}\n", within: 20)
    let objects = printed.split(separator: "\n").compactMap {
      (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
    }
    guard let first = objects.first else { throw Disagreement(description: "'\(line)' printed no object: \(printed)") }
    return first
  }

  /// The shell knows of whoever the model says is signed in, and stands on the root that goes with it.
  private func look(at index: Int) throws {
    let status = try run("status", in: index)
    let root = status["root"] as? String
    let user = (status["user"] as? [String: Any])?["uid"] as? String
    // I8: of whoever was here before nothing can be read any more.
    let told = "\(status)"
    if let old = uids.keys.first(where: { $0 != user && told.contains($0) }) {
      throw Disagreement(description: "I8: shell \(index) still speaks of \(old): \(told)")
    }
    guard let current = model.current else {
      if root != "login" { throw Disagreement(description: "shell \(index) is on \(root ?? "?"), the model on login") }
      return
    }
    guard root == "home", let user else {
      throw Disagreement(description: "shell \(index) is on \(root ?? "?"), the model on home")
    }
    if let known = uids[user], known != current {
      throw Disagreement(description: "shell \(index) has \(known) signed in, the model \(current)")
    }
    uids[user] = current
  }

  /// The operator's list says of everybody what the model says.
  private func compareAccounts() throws {
    let accounts = try run("server accounts --limit 1000000", in: 0)["accounts"] as? [[String: Any]] ?? []
    let served = accounts.map { account in
      "\(account["email"] as? String ?? "-") \(account["emailVerified"] as? Bool ?? false) "
        + "\(account["disabled"] as? Bool ?? false) \(account["displayName"] as? String ?? "-")"
    }
    let expected = model.people.values.map { person in
      "\(person.email ?? "-") \(person.isVerified) \(person.isDisabled) \(person.displayName ?? "-")"
    }
    guard served.sorted() == expected.sorted() else {
      throw Disagreement(description: "accounts \(served.sorted()), the model says \(expected.sorted())")
    }
  }
}

extension TwoProcesses {
  private func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  /// The next line, and what the model makes of it; `nil` for one that cannot be typed now.
  private func draw() throws -> (line: String, expected: String?)? {
    let (email, password) = (pick(Self.emails), pick(Self.passwords))
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<12: return ("signup \(email) --password \(password)", model.signUp(email, password))
    case 12..<26:
      let isRight = model.person(email).map { model.people[$0]?.password == password } ?? false
      guard isRight || !model.isNearLockOut(email) else { return nil }
      return ("signin \(email) --password \(password)", model.signIn(email, password))
    case 26..<29: return ("signin --anonymous", model.signInAnonymously())
    case 29..<35: return ("signout", model.signOutHere())
    case 35..<37: return ("signout --everywhere", model.signOutEverywhere())
    case 37..<47:
      return (pick(["whoami", "account show", "sessions", "token refresh", "profile show"]), model.asking())
    case 47..<51:
      return (
        "account set displayName N\(model.time)",
        model.asking {
          $0.people[$1]?.displayName = "N\($0.time)"; return nil
        }
      )
    case 51..<55:
      return (
        "profile set bio B\(model.time)",
        model.asking {
          $0.people[$1]?.bio = "B\($0.time)"; return nil
        }
      )
    case 55..<59: return ("password change --password \(password)", model.changePassword(password))
    case 59..<62:
      let owner = model.current.flatMap { model.people[$0] }
      guard owner?.password == password || owner?.email.map(model.isNearLockOut) != true else { return nil }
      return ("reauth --password \(password)", model.reauthenticate(password))
    case 62..<66: return ("account link \(email) --password \(password)", model.link(email, password))
    case 66..<69: return ("email verify", model.sendCode("verifyEmail"))
    case 69..<72: return ("email change \(email)", model.sendCode("verifyAndChangeEmail", newEmail: email))
    case 72..<74: return ("password reset \(email)", model.sendReset(email))
    case 74..<82: return try spend(password)
    case 82..<84: return ("delete", model.deleteUser())
    case 84..<94:
      let verb = pick(["create", "disable", "enable", "enable", "delete", "revoke"])
      let secret = verb == "create" ? " --password \(password)" : ""
      return ("server \(verb) \(email)\(secret)", model.operate(verb, email, password))
    case 94..<97:
      let (text, seconds) = pick([("1m", 60), ("6m", 360), ("61m", 3_660), ("4d", 345_600)])
      return ("clock advance \(text)", model.advance(seconds))
    default: return ("restart", model.restart())
    }
  }

  /// Spends the newest code that somebody has, good or not.
  private func spend(_ password: String) throws -> (line: String, expected: String?)? {
    let holders = model.people.filter { !$0.value.codes.isEmpty }.map(\.key).sorted()
    guard !holders.isEmpty else { return nil }
    let key = pick(holders)
    guard let person = model.people[key], let purpose = person.codes.keys.sorted().randomElement(using: &random),
      let address = person.codes[purpose]?.newEmail ?? person.email
    else { return nil }
    let mails = try run("server outbox \(address) --limit 1000", in: 0)["messages"] as? [[String: Any]] ?? []
    let mail = mails.first { $0["purpose"] as? String == purpose && isOf(key, $0) }
    guard let code = mail?["code"] as? String else { return nil }
    return purpose == "resetPassword"
      ? ("password confirm \(code) --password \(password)", model.confirm(password, of: key))
      : ("email verify \(code)", model.apply(purpose, of: key))
  }

  /// Whether a mail of the outbox is the newest one of this person: an address may have had several owners.
  private func isOf(_ key: Int, _ mail: [String: Any]) -> Bool {
    let holders = model.people.filter { _, person in
      person.codes.values.contains { ($0.newEmail ?? person.email) == mail["to"] as? String }
    }
    return holders.count == 1 && holders.keys.first == key
  }
}
