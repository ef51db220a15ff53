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
      guard let statement = await readStatement(from: source, lineNumber: &lineNumber) else { break }
      if isAtPrompt { wasInterrupted = false }
      let isNested = isExecuting
      isExecuting = true
      let outcome = await execute(statement)
      isExecuting = isNested
      report(outcome, of: statement, in: source)
      exit = exit.joined(with: code(of: outcome))
      if isAtPrompt {
        exit = .success
      } else if outcome != .done, !options.keepsGoing || exit == .notParsed {
        break
      }
      if lineNumber % 256 == 0 { await Task.yield() }
      if printer.failure != 0 { isLeaving = true }
      if wasInterrupted, !isAtPrompt { return exit.joined(with: .commandFailed) }
    }
    return exit.joined(with: readFailed ? .storeUnusable : .success)
  }

  /// Whether statements come from the person, and not from a script that they sourced.
  private var isAtPrompt: Bool { isInteractive && scripts.isEmpty }

  private func readStatement(from source: any LineSource, lineNumber: inout Int) async -> Statement? {
    guard var statement = await readLine(from: source, lineNumber: &lineNumber) else { return nil }
    var continuation = Continuation()
    var last = statement.bytes
    while continuation.goesOn(after: last), let next = await readLine(from: source, lineNumber: &lineNumber) {
      last = next.bytes
      statement.add(last)
      if statement.bytes.count > Lexer.longest { break }
    }
    return statement
  }

  private func readLine(from source: any LineSource, lineNumber: inout Int) async -> Statement? {
    while !isLeaving {
      let read: LineRead
      if let bytes = source.buffered() { read = .line(bytes) } else { read = await source.next() }
      switch read {
      case .line(let bytes):
        lineNumber += 1
        return Statement(bytes, line: lineNumber)
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
    do throws(ParseError) {
      let line = try Lexer.lex(statement.bytes)
      if let redirect = line.redirect { throw ParseError(.redirect, at: redirect..<redirect + 1) }
      guard let first = line.words.first else { return .done }
      if first.startsBare, first.literal == "set", line.words.count > 1, line.words[1].literal?.hasPrefix("--") != true
      {
        try assign(line.words)
        return .done
      }
      return try await step(line, of: statement)
    } catch {
      return .notParsed(error)
    }
  }

  /// A command: expanded, found, checked against the root and its spec, run, printed.
  private func step(_ line: LexedLine, of statement: Statement) async throws(ParseError) -> Outcome {
    var words: [Argument] = []
    words.reserveCapacity(line.words.count)
    for word in line.words {
      words.append(Argument(text: try variables.expand(word), startsBare: word.startsBare, range: word.range))
    }
    if let reserved = Self.later.first(where: { line.words[0].startsBare && $0 == words[0].text }) {
      throw ParseError(.notHere(reserved), at: words[0].range)
    }
    await app.catchUp()
    app.bus.journal.cause = masking.mask(statement.text)
    defer { app.bus.journal.cause = "" }
    do throws(CommandError) {
      show(try await invoke(words, hasComment: line.comment != nil))
      return .done
    } catch {
      return .failed(error)
    }
  }

  private func invoke(_ words: [Argument], hasComment: Bool) async throws(CommandError) -> Output {
    var words = words
    onlyThisOneAsJSON = take("--json", from: &words)
    let asksHelp = take("--help", from: &words)
    let (type, count) = try table.find(words.map(\.text))
    let spec = type.spec
    commandName = spec.name
    if asksHelp { return Help.page(for: [spec]) }
    guard spec.roots.contains(rootKind) else { throw wrongRoot(spec) }
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
