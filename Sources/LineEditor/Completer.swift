package import ShellLanguage

/// A word that could stand at the cursor.
package struct Candidate: Sendable, Equatable {
  /// The whole word.
  package let text: String
  /// One line about it; may be empty.
  package let summary: String

  package init(_ text: String, _ summary: String = "") {
    self.text = text
    self.summary = summary
  }
}

/// What can be said about the word before the cursor.
package struct Completion: Sendable, Equatable {
  /// The word so far, which every candidate begins with.
  package let word: String
  /// The words it could become, sorted.
  package let candidates: [Candidate]

  /// What to insert: the rest of the only candidate and a blank, or what all candidates share; `nil` for nothing.
  package var addition: String? {
    guard let first = candidates.first else { return nil }
    let common = candidates.dropFirst().reduce(first.text[...]) { $0.commonPrefix(with: $1.text) }
    let rest = common.dropFirst(word.count) + (candidates.count == 1 ? " " : "")
    return rest.isEmpty ? nil : String(rest)
  }
}

/// Completes commands, options and choices from the command table.
package struct Completer: Sendable {
  private let commands: [CommandSpec]

  /// `commands` are those that the active root offers.
  package init(commands: [CommandSpec]) { self.commands = commands }

  /// What `typed`, the line up to the cursor, could go on with. Quoted words are left to the person typing.
  package func completion(of typed: String) -> Completion {
    var words = typed.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace).map(String.init)
    let word = words.popLast() ?? ""
    words.removeAll(where: \.isEmpty)
    let all = nextWords(after: words) + arguments(word, after: words)
    let fitting = all.filter { $0.text.hasPrefix(word) }
    return Completion(word: word, candidates: fitting.sorted { $0.text < $1.text })
  }

  /// The words that lead to a command whose path begins with `words`.
  private func nextWords(after words: [String]) -> [Candidate] {
    let longer = commands.filter { $0.path.count > words.count && $0.path.starts(with: words) }
    return Dictionary(grouping: longer) { $0.path[words.count] }.map { word, group in
      let own = group.first { $0.path.count == words.count + 1 }
      return Candidate(word, own?.summary ?? group.map { $0.path[words.count + 1] }.sorted().joined(separator: " · "))
    }
  }

  private func arguments(_ word: String, after words: [String]) -> [Candidate] {
    let named = commands.filter { words.starts(with: $0.path) }.max { $0.path.count < $1.path.count }
    guard let command = named else { return [] }
    let given = Array(words.dropFirst(command.path.count))
    if let option = given.last.flatMap({ command.option($0) }), !word.hasPrefix("--") {
      return values(of: option)
    }
    if word.hasPrefix("--"), let equals = word.firstIndex(of: "="), let option = command.option(word[..<equals]) {
      return values(of: option).map { Candidate(word[...equals] + $0.text, $0.summary) }
    }
    let values = command.positional(at: command.positionals(in: given)).map(values(of:)) ?? []
    return word.isEmpty && !values.isEmpty ? values : values + options(of: command, without: given)
  }

  private func values(of parameter: Parameter) -> [Candidate] {
    switch parameter.kind {
    case .choice(let words): words.map { Candidate($0) }
    case .command: nextWords(after: [])
    default: []
    }
  }

  private func options(of command: CommandSpec, without given: [String]) -> [Candidate] {
    command.parameters.compactMap { parameter in
      if case .positional = parameter.form { return nil }
      let text = "--" + parameter.name
      return given.contains(text) ? nil : Candidate(text, parameter.help)
    }
  }
}

extension CommandSpec {
  /// The option that takes a value and is typed as `word`.
  fileprivate func option(_ word: some StringProtocol) -> Parameter? {
    parameters.first { $0.form == .option && "--" + $0.name == word }
  }

  /// How many of the `given` words stand by position: neither options nor their values.
  fileprivate func positionals(in given: [String]) -> Int {
    var count = 0
    for (index, word) in given.enumerated() where !word.hasPrefix("--") {
      if index == 0 || option(given[index - 1]) == nil { count += 1 }
    }
    return count
  }

  /// The parameter at a position; a repeated one takes all the rest.
  fileprivate func positional(at index: Int) -> Parameter? {
    var left = index
    for parameter in parameters {
      guard case .positional(_, let isRepeated) = parameter.form else { continue }
      if left == 0 || isRepeated { return parameter }
      left -= 1
    }
    return nil
  }
}

extension Substring {
  fileprivate func commonPrefix(with other: String) -> Substring {
    self[
      ..<(zip(indices, other).first { self[$0.0] != $0.1 }?.0
        ?? index(startIndex, offsetBy: Swift.min(count, other.count)))]
  }
}
