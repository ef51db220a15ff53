import Accounts
import AuthApp
import AuthBus
import AuthStorage
import Foundation
import LocalAccounts
import Shell

/// An invariant that does not hold.
struct Violation: Error, CustomStringConvertible {
  var description: String

  init(_ invariant: String, _ detail: String) { description = "\(invariant): \(detail)" }
}

/// An app on a home of its own, with foreign posts and another process around it, whose invariants are checked at each rest.
@MainActor
final class World {
  let app: App
  let shell: Shell
  let journal: Journal
  let repository: FaultyRepository
  let home: Home
  private let poster: ForeignPoster
  private let other: LiveShell
  private let watcher: Watcher

  private var history: [String] = []
  /// How many commands were run here.
  private(set) var commands = 0
  /// The settings file that both processes have seen.
  private var settled: FileIdentity?
  /// What `bus observe` should have left on the bus.
  private var observed: Set<UInt64> = []

  /// Builds everything and boots it.
  init(seed: UInt64) async throws {
    home = try Home.throwaway()
    let center = NotificationCenter()
    let bus = AuthBus(center: center)
    let service = LocalAccounts(path: home.databasePath, profile: .throwaway)
    repository = FaultyRepository(service)
    journal = bus.journal
    app = App(AppParts(home: home, bus: bus, repositories: [repository], restoreLimit: .milliseconds(150)))
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    shell = Shell(
      app: app, server: service, printer: Printer(output: nowhere, errors: nowhere),
      secrets: SecretSources(asker: nil, environment: [:], scriptIsStandardInput: true), environment: [:])
    watcher = Watcher(app)
    await shell.start()
    // The other process must find a store that is there already and knows that it is thrown away.
    try await service.setClockOffset(.zero)
    let folder = URL(fileURLWithPath: home.defaultsPath).deletingLastPathComponent().path
    other = try LiveShell(environment: TestHome.environment(of: folder), ["--keep-going"])
    poster = ForeignPoster(on: center, beside: bus, seed: seed)
    repository.whileRestoring { [watcher] in await watcher.restoring() }
  }

  /// Ends what it started.
  func end() {
    poster.stop()
    other.end()
    app.stop()
    home.remove()
  }

  /// The last commands, and what the journal saw of them.
  var story: String { (history + journal.rows(last: 60).map(\.text)).map { "  \($0)" }.joined(separator: "\n") }

  /// Does one step and checks everything once it has come to rest.
  func take(_ step: RandomCommands.Step) async throws {
    switch step {
    case .command(let line): try await run(line)
    case .faulty(let line, let fault):
      repository.next(fault)
      try await run(line)
    case .faultyRestart(let fault):
      repository.next(fault, isRestore: true)
      try await run("restart")
    case .elsewhere(let line):
      watcher.isQuiet = false
      note("elsewhere: \(line)")
      _ = try await other.commandOffTheMainActor(line)
      try await rest()
    case .atOnce(let there, let here):
      watcher.isQuiet = false
      note("elsewhere at once: \(there)")
      for line in there { try other.send(line) }
      for line in here { _ = try await execute(line) }
      _ = try await other.commandOffTheMainActor("status")
      try await rest()
    }
  }

  /// A command with nobody else at work: what it did can be told exactly.
  private func run(_ line: String) async throws {
    let before = (root: app.root, isSignedIn: app.manager.session != nil, mark: journal.lastNumber)
    let stack = app.window.navigation.instance
    watcher.begin(line, isSignedIn: before.isSignedIn)
    let isDone = try await execute(line)
    let state = app.manager.state
    repository.release()
    try await repository.comeToRest()
    await drain()
    if app.manager.state != state { throw Violation("I9", "a late answer changed \(state) to \(app.manager.state)") }
    try await rest()
    let rows = journal.rows(since: before.mark)
    try checkSwaps(rows, from: line == "restart" ? .splash : before.root)
    if line != "restart" { try checkStack(since: stack, rows) }
    if line == "restart", before.isSignedIn { try checkBoot(rows) }
    if line == "signout", isDone, try vault() != nil { throw Violation("I10", "signed out, but a session is kept") }
  }

  /// Runs a command; whether it succeeded.
  private func execute(_ line: String) async throws -> Bool {
    let line = line.replacing("%", with: app.manager.state.uid ?? "nobody")
    note(line)
    let mark = journal.lastNumber
    let hadUser = app.manager.session != nil
    commands += 1
    poster.allow(8)
    let isDone = await shell.execute(Statement(Array(line.utf8), line: 1)) == .done
    follow(line, isDone)
    try checkPosts(of: line, isDone, hadUser, since: mark)
    return isDone
  }

  /// Waits until nothing is under way, and checks what must hold then.
  private func rest() async throws {
    repository.release()
    await drain()
    await app.catchUp()
    try await settle()
    await drain()
    try await repository.comeToRest()
    if let violation = watcher.violations.first { throw violation }
    try checkRoot()
    try checkObservers()
    try checkDisk()
    watcher.isQuiet = true
  }

  /// Lets both processes follow each other until neither writes any more: who follows a sign-in asks the service about it,
  /// and writes when it is refused.
  private func settle() async throws {
    while case let present = FileIdentity(path: home.defaultsPath), present != settled {
      _ = try await other.commandOffTheMainActor("status")
      await app.catchUp()
      settled = present
    }
  }

  private func note(_ text: String) { history = history.suffix(24) + [text] }

  /// What was on its way to the main actor has arrived afterwards.
  private func drain() async {
    for _ in 0..<2 { await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } } }
  }

  private func follow(_ line: String, _ isDone: Bool) {
    if line == "restart" { observed = [] }
    guard isDone else { return }
    if line.hasPrefix("bus observe"), let id = app.bus.observers.last?.id { observed.insert(id.rawValue) }
    if line.hasPrefix("bus remove"), let id = UInt64(line.split(separator: " ")[2]) { observed.remove(id) }
  }
}

// The checks.
extension World {
  /// I1: the root is where the state leads.
  private func checkRoot() throws {
    let expected = Root(for: app.manager.state)
    guard app.root == expected, app.window.navigation.root == expected else {
      throw Violation("I1", "state \(app.manager.state), root \(app.root), window \(app.window.navigation.root)")
    }
  }

  /// I2, I3: swapped on the main actor, and exactly once if the person changed, else not at all.
  private func checkSwaps(_ rows: [JournalRow], from root: Root) throws {
    let swaps = rows.filter { $0.kind == .root }
    if let stray = swaps.first(where: { $0.thread != "main" }) { throw Violation("I2", stray.text) }
    guard swaps.count == (root == app.root ? 0 : 1) else {
      throw Violation("I3", "from \(root) to \(app.root): \(swaps.map(\.text))")
    }
  }

  /// A swap makes a fresh stack with no modal over it, and nothing else does.
  private func checkStack(since instance: Int, _ rows: [JournalRow]) throws {
    let (stack, swaps) = (app.window.navigation, rows.count { $0.kind == .root })
    guard stack.instance == instance + swaps, swaps == 0 || stack.modals.isEmpty && stack.depth == 1 else {
      throw Violation("I3", "\(swaps) swaps led from stack \(instance) to \(stack)")
    }
  }

  /// I5: nothing is left on the bus but the app's two, one for each open screen, this test's own, and what `bus observe`
  /// hung there.
  private func checkObservers() throws {
    let own = app.bus.observers.filter { !$0.label.hasPrefix("watcher") }
    let labels = own.map(\.label)
    guard labels.count(where: { $0 == "AppController" }) == 1, labels.count(where: { $0 == "AuthObserver" }) == 1,
      own.count == 2 + observed.count + app.window.navigation.screens.count + app.window.navigation.modals.count
    else { throw Violation("I5", "observers \(labels), of which \(observed.sorted()) by command") }
  }

  /// I6: someone who was signed in does not see the login root before the verdict is announced.
  private func checkBoot(_ rows: [JournalRow]) throws {
    let verdict = rows.firstIndex { $0.kind == .post && ["autoLogin", "AuthManager"].contains($0.actor) }
    let login = rows.firstIndex { $0.kind == .root && $0.subject == "login" }
    if let login, verdict.map({ $0 > login }) ?? true { throw Violation("I6", rows[login].text) }
  }

  /// I9: a use case that succeeded has announced it once; one that failed has not.
  private func checkPosts(of line: String, _ isDone: Bool, _ hadUser: Bool, since mark: UInt64) throws {
    let words = ["signin": "login", "signup": "createUser", "signout": "logout"]
    guard app.activeSource == .isSignIn, let poster = words[String(line.prefix { $0 != " " })] else { return }
    let posts = journal.rows(since: mark).filter { $0.kind == .post && $0.actor == poster }
    let isSilent = line == "signout --if-signed-in" && (!hadUser || !watcher.isQuiet)
    guard posts.count == (isDone ? 1 : 0) || isSilent && posts.count <= 1 else {
      throw Violation("I9", "'\(line)' \(isDone ? "succeeded" : "failed") with \(posts.count) posts")
    }
  }

  /// I10: the disk says what memory says, read with other eyes.
  private func checkDisk() throws {
    let memory = app.defaults.dictionaryRepresentation()
    let disk = Defaults(path: home.defaultsPath).dictionaryRepresentation()
    guard memory == disk, !app.defaults.hasChanges else { throw Violation("I10", "memory \(memory), disk \(disk)") }
    let file = FileManager.default.contents(atPath: home.defaultsPath)
    let list = try file.map { try PropertyListSerialization.propertyList(from: $0, format: nil) } as? [String: Any]
    let claim = list?["isSignIn"] as? Bool ?? false
    let kept = try vault()
    switch app.manager.state {
    case .signedIn(let uid, _):
      guard claim, kept?.uid == uid, kept?.refreshToken == app.manager.session?.refreshToken.reveal() else {
        throw Violation("I10", "signed in as \(uid); on disk isSignIn \(claim), session of \(kept?.uid ?? "nobody")")
      }
    case .signedOut:
      if claim, let kept { throw Violation("I10", "signed out; on disk isSignIn and a session of \(kept.uid)") }
    case .unknown: break
    }
  }

  private struct Kept: Decodable {
    var uid: String
    var refreshToken: String
  }

  private func vault() throws -> Kept? {
    try FileManager.default.contents(atPath: home.vaultPath).map { try JSONDecoder().decode(Kept.self, from: $0) }
  }
}

extension FaultyRepository {
  /// Waits until every call has ended.
  func comeToRest() async throws {
    let deadline = ContinuousClock.now + .seconds(120)
    while openCalls > 0 {
      guard ContinuousClock.now < deadline else { throw Violation("I9", "\(openCalls) calls never ended") }
      await Task.yield()
    }
  }
}
