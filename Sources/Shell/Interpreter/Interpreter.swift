import AuthApp
import AuthBus
import Foundation
package import ShellLanguage

/// How a statement ended.
package enum Outcome: Sendable, Equatable {
  case done
  case failed(CommandError)
  case notParsed(ParseError)
}

extension Shell {
  /// Reads statements from `source` and runs each at once, until the source, `quit` or an unexpected failure ends the run.
  ///
  /// At the prompt a failure ends nothing. The result is what a batch run exits with.
  package func run(_ source: any LineSource) async -> ExitCode {
    var exit = ExitCode.success
    var lineNumber = 0
    while !isLeaving {
      // A line in hand, and a statement that needs no waiting, go without a suspension, which costs more than both.
      var line = source.buffered()
      if line == nil { line = await nextLine(of: source) }
      guard let line else { break }
      lineNumber += 1
      var statement = Statement(line, line: lineNumber)
      if statement.mayGoOn { await readRest(of: &statement, from: source, lineNumber: &lineNumber) }
      if isAtPrompt { wasInterrupted = false }
      let outcome =
        switch begin(statement) {
        case .ended(let outcome): outcome
        case .command(let line): await step(line, of: statement)
        }
      if outcome != .done { report(outcome, of: statement, in: source) }
      if commandName != nil || onlyThisOneAsJSON { (commandName, onlyThisOneAsJSON) = (nil, false) }
      if outcome != .done, endsRun(outcome, &exit) { break }
      if lineNumber % 1_024 == 0 { await Task.yield() }
      if printer.failure != 0 { isLeaving = true }
      if wasInterrupted, !isAtPrompt { return exit.joined(with: .commandFailed) }
    }
    return exit.joined(with: readFailed ? .storeUnusable : .success)
  }

  /// Whether statements come from the person, and not from a script that they sourced.
  private var isAtPrompt: Bool { isInteractive && scripts.isEmpty }

  /// Takes a failure into account; whether it is the run's last statement.
  private func endsRun(_ failure: Outcome, _ exit: inout ExitCode) -> Bool {
    if isAtPrompt { return false }
    exit = exit.joined(with: code(of: failure))
    return !options.keepsGoing || exit == .notParsed
  }

  private func readRest(
    of statement: inout Statement, from source: any LineSource, lineNumber: inout Int
  ) async {
    var continuation = Continuation()
    var last = statement.bytes
    while continuation.goesOn(after: last), let next = await nextLine(of: source) {
      lineNumber += 1
      last = next
      statement.add(last)
      if statement.bytes.count > Lexer.longest { break }
    }
  }

  private func nextLine(of source: any LineSource) async -> [UInt8]? {
    while !isLeaving {
      switch await source.next() {
      case .line(let bytes): return bytes
      case .cancelled: continue
      case .end: return nil
      case .failed(let words):
        printer.error("authsh: \(source.name ?? "input"): \(words)")
        readFailed = true
        return nil
      }
    }
    return nil
  }

  /// Runs one statement.
  package func execute(_ statement: Statement) async -> Outcome {
    switch begin(statement) {
    case .ended(let outcome): outcome
    case .command(let line): await step(line, of: statement)
    }
  }

  /// How far a statement came without waiting.
  private enum Beginning {
    case ended(Outcome)
    case command(LexedLine)
  }

  /// Takes a statement apart, and does it if it is one that needs no waiting.
  private func begin(_ statement: Statement) -> Beginning {
    do throws(ParseError) {
      let line = try Lexer.lex(statement.bytes)
      if let redirect = line.redirect { throw ParseError(.redirect, at: redirect..<redirect + 1) }
      guard let first = line.words.first else { return .ended(.done) }
      guard first.startsBare, first.literal == "set", line.words.count > 1,
        line.words[1].literal?.hasPrefix("--") != true
      else { return .command(line) }
      try assign(line.words)
      if isJSON { show(Output("")) }
      return .ended(.done)
    } catch {
      return .ended(.notParsed(error))
    }
  }

  /// A command: expanded, found, checked against the root and its spec, run, printed.
  private func step(_ line: LexedLine, of statement: Statement) async -> Outcome {
    let isNested = isExecuting
    isExecuting = true
    defer { isExecuting = isNested }
    let words: [Argument]
    do throws(ParseError) { words = try expand(line) } catch { return .notParsed(error) }
    await app.catchUp()
    // A script finds the profile known or failed, never on its way, so that it does the same in each run.
    if !isInteractive { await app.manager.profileLoad?.value }
    app.bus.journal.cause = masking.mask(statement.text)
    defer { app.bus.journal.cause = "" }
    do throws(CommandError) {
      show(try await invoke(words, hasComment: line.comment != nil))
      return .done
    } catch {
      return .failed(error)
    }
  }

  private func expand(_ line: LexedLine) throws(ParseError) -> [Argument] {
    var words: [Argument] = []
    words.reserveCapacity(line.words.count)
    for word in line.words {
      words.append(Argument(text: try variables.expand(word), startsBare: word.startsBare, range: word.range))
    }
    if let reserved = Self.later.first(where: { line.words[0].startsBare && $0 == words[0].text }) {
      throw ParseError(.notHere(reserved), at: words[0].range)
    }
    return words
  }

  private func invoke(_ words: [Argument], hasComment: Bool) async throws(CommandError) -> Output {
    var words = words
    let isJSON = take("--json", from: &words)
    onlyThisOneAsJSON = isJSON
    let asksHelp = take("--help", from: &words)
    if asksHelp, case let group = table.specs(matching: [words.first?.text ?? ""]), group.count > 1, words.count == 1 {
      return Help.page(for: group)
    }
    let (type, count) = try table.find(words.map(\.text))
    let spec = type.spec
    commandName = spec.name
    if asksHelp { return Help.page(for: [spec]) }
    guard spec.roots.contains(rootKind) else { throw wrongRoot(spec) }
    // What the command runs in turn, as 'source' does, has its own.
    defer { (onlyThisOneAsJSON, commandName) = (isJSON, spec.name) }
    return try await type.init().run(Call(words.dropFirst(count), for: spec, hasComment: hasComment), in: self)
  }

  /// Takes an option that every command has out of the words before a bare `--`; whether it stood there.
  private func take(_ option: String, from words: inout [Argument]) -> Bool {
    let end = words.firstIndex { $0.startsBare && $0.text == "--" } ?? words.endIndex
    guard let index = words[..<end].lastIndex(where: { $0.startsBare && $0.text == option }) else { return false }
    words.remove(at: index)
    return true
  }

  /// First words that the language keeps for test scripts.
  private static let later: Set<String> = [
    "secret", "expect", "capture", "retry", "for", "when", "else", "define", "use", "end", "skip",
  ]
}
