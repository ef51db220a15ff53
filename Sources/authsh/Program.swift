import Accounts
import AuthApp
import AuthBus
import AuthStorage
import Foundation
import LineEditor
import LocalAccounts
import Shell
import ShellLanguage

/// The wired program.
@MainActor
final class Program {
  private let options: Options
  private let home: Home
  private let shell: Shell
  private let source: Input
  private let trace: TraceFile?
  private let keeper = TerminalKeeper()
  private var editor: Editor?
  private var signalCode: Int32?

  /// What is read.
  private enum Input {
    case prompt(PromptBoard)
    case sources([ScriptSource], paths: [String?])
  }

  /// Wires everything; nothing is read or written before ``run()``, except that a throw-away home is made.
  init(_ options: Options) throws {
    self.options = options
    let environment = ProcessInfo.processInfo.environment
    home =
      try options.isEphemeral
      ? Home.throwaway() : Home.resolve(directory: options.homeDirectory, environment: environment)
    let bus = AuthBus.shared
    trace = try options.trace.map { try TraceFile($0, of: bus.journal) }
    source = try Self.input(options)
    let random: any RandomSource = options.seed.map { SeededRandom(seed: $0) } ?? SystemRandom()
    let service = LocalAccounts(
      path: home.databasePath, profile: options.isEphemeral ? .throwaway : .durable, random: random)
    let faults = Faults()
    var parts = AppParts(
      home: home, bus: bus, repositories: [FaultyService(service, faults)], random: random, manager: .shared,
      firstController: { .shared })
    parts.faults = faults
    parts.isWatching = options.input.mayWait
    var board: PromptBoard?
    if case .prompt(let own) = source { board = own }
    var shellOptions = ShellOptions()
    shellOptions.isJSON = options.isJSON
    shellOptions.keepsGoing = options.keepsGoing
    let readsScript = board == nil && (options.input == .standard || options.input == .standardInput)
    shell = Shell(
      app: App(parts), server: service, options: shellOptions,
      secrets: SecretSources(
        asker: TerminalSecretPrompt(keeper: keeper), environment: environment, scriptIsStandardInput: readsScript),
      board: board, environment: environment)
  }

  /// Boots and runs to the end; the exit status.
  func run() async -> Int32 {
    // A home that cannot be made is no obstacle to reading; the first write says what is wrong.
    try? home.prepare()
    let state = await shell.start()
    switch source {
    case .prompt(let board): return await converse(board)
    case .sources(let sources, let paths): return await batch(sources, paths, startedAs: state)
    }
  }

  private func converse(_ board: PromptBoard) async -> Int32 {
    let masking = shell.masking
    let editor = Editor(
      board: board, keeper: keeper, historyLine: { line in line.hasPrefix(" ") ? nil : masking.mask(line) },
      onInterrupt: { [weak shell] in Task { @MainActor in shell?.interrupt() } })
    self.editor = editor
    shell.printer.line("authsh \(authshVersion) · \(shell.greeting)")
    _ = await shell.run(editor)
    if isTerminalGone { return 128 + SIGHUP }
    // Ctrl-D leaves the cursor behind the prompt.
    if !shell.isLeaving { shell.printer.line("") }
    return shell.quitCode ?? 0
  }

  /// Whether the lines ended because there is no terminal any more. The signal that says so may come later than their end.
  private var isTerminalGone: Bool {
    var terminal = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&terminal, 1, 0) > 0 && terminal.revents & Int16(POLLHUP) != 0
  }

  /// Runs scripts. A run that began without knowing who is signed in, and ends so, was of no use to anybody.
  private func batch(_ sources: [ScriptSource], _ paths: [String?], startedAs state: AuthState) async -> Int32 {
    if state == .unknown, let reason = shell.app.manager.reason {
      shell.printer.error("authsh: \(CommandError(reason).text)")
    }
    var exit = ExitCode.success
    for (source, path) in zip(sources, paths) where !shell.isLeaving {
      let code = if let path { await shell.run(script: source, at: path) } else { await shell.run(source) }
      exit = exit.joined(with: code)
      if code != .success, !options.keepsGoing { break }
    }
    if shell.app.manager.state == .unknown { exit = exit.joined(with: .storeUnusable) }
    return exit == .success ? shell.quitCode ?? 0 : exit.rawValue
  }

  private static func input(_ options: Options) throws -> Input {
    switch options.input {
    case .standard where isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && !options.isJSON:
      return .prompt(PromptBoard())
    case .standard, .standardInput:
      return .sources([ScriptSource(name: nil, descriptor: STDIN_FILENO)], paths: [nil])
    case .commands(let commands):
      return .sources(commands.map { ScriptSource(name: nil, text: $0) }, paths: commands.map { _ in nil })
    case .files(let files):
      return .sources(
        try files.map { try script(at: $0) },
        paths: files.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path })
    }
  }

  /// Opens a script. A command's name in its place gets told how commands are run.
  private static func script(at path: String) throws(CommandError) -> ScriptSource {
    do throws(CommandError) {
      return try ScriptSource(path: path)
    } catch {
      var error = error
      let isCommand = CommandTable.standard.specs.contains { $0.path[0] == path }
      if isCommand { error.hint = "to run the command: authsh -c '\(path)'" }
      throw error
    }
  }

  /// The signals that end the program. At the prompt Ctrl-C is the editor's.
  var endingSignals: [Int32] {
    if case .prompt = source { return [SIGTERM, SIGHUP] }
    return [SIGINT, SIGTERM, SIGHUP]
  }

  /// A signal asks to leave: at once while nothing runs or a command only asks, else after the statement under way; the second time at once.
  func leave(because signal: Int32) {
    let code = 128 + signal
    guard signalCode == nil, shell.isExecuting, !shell.isAsking else { leave(with: code) }
    signalCode = code
    shell.isLeaving = true
  }

  /// Puts everything back and ends the process.
  func leave(with status: Int32) -> Never {
    editor?.close()
    keeper.restore()
    shell.app.stop()
    trace?.close()
    home.remove()
    exit(Leaving.status(signalCode ?? status, after: shell.printer, trace?.failure))
  }
}
