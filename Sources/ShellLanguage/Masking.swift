/// Hides secrets in a typed line, for history, the event log and messages.
///
/// Secrecy is declared per parameter, in the command table; no list of commands is kept. A line that is mistyped is treated
/// with suspicion: a name that only resembles a secret option or a command that takes one counts as such, in such a command
/// more words than it declares are hidden, and a line that cannot be read loses all that may be a secret.
package struct Masking: Sendable {
  /// What stands in a secret's place.
  package static let dots = "••••••"

  /// Options that every command takes.
  private static let everywhere: Set<String> = ["json", "help"]

  private let secretOptions: Set<String>
  /// The commands that take a secret, by name.
  private let secretive: [String: CommandSpec]
  /// First words that only commands without secrets have.
  private let harmless: Set<String>
  private let synonyms: [String: String]
  /// The second words of each group that has such a command.
  private let groups: [String: Set<String>]

  /// Learns from the command table; `synonyms` are words that people type for a command's name.
  package init(_ specs: [CommandSpec], synonyms: [String: String] = [:]) {
    let taking = specs.filter(\.takesSecret)
    secretOptions = Set(
      taking.flatMap(\.parameters).filter { $0.form == .option && $0.kind == .secret }.map(\.name))
    secretive = Dictionary(taking.map { ($0.name, $0) }) { first, _ in first }
    harmless = Set(specs.map { $0.path[0] }).subtracting(taking.map { $0.path[0] })
    self.synonyms = synonyms
    let first = Set(taking.filter { $0.path.count > 1 }.map { $0.path[0] })
    let members = specs.filter { $0.path.count > 1 && first.contains($0.path[0]) }
    groups = Dictionary(grouping: members) { $0.path[0] }.mapValues { Set($0.map { $0.path[1] }) }
  }

  /// `line` with its secrets replaced.
  package func mask(_ line: String) -> String {
    guard mayHoldSecret(line) else { return line }
    let bytes = Array(line.utf8)
    guard let lexed = try? Lexer.lex(bytes) else { return maskUnreadable(bytes) }
    return replacing(secrets(of: lexed, bytes).map(\.range), in: bytes)
  }

  /// `message` with the secrets of `line`, about which it speaks, replaced where they stand as words of their own.
  package func mask(_ message: String, about line: String) -> String {
    guard mayHoldSecret(line) else { return message }
    let bytes = Array(line.utf8)
    guard let lexed = try? Lexer.lex(bytes) else { return message }
    let longestFirst = secrets(of: lexed, bytes).map(\.text).sorted { $0.utf8.count > $1.utf8.count }
    return longestFirst.reduce(message) { text, secret in
      replacing(occurrences(of: Array(secret.utf8), in: Array(text.utf8)), in: Array(text.utf8))
    }
  }

  /// Most lines are cleared by a glance.
  private func mayHoldSecret(_ line: String) -> Bool {
    let first = line.utf8.drop(while: isBlank).prefix { !isBlank($0) }
    return !harmless.contains(String(Substring(first))) || line.utf8.containsDashes
  }
}

extension Masking {
  private struct Found {
    var range: Range<Int>
    var text: String
  }

  private enum Expected { case anything, value, secret }

  private func secrets(of line: LexedLine, _ bytes: [UInt8]) -> [Found] {
    let (spec, nameCount) = command(line.words.prefix(2).map(\.text))
    var undeclared = spec.flatMap(\.positionalLimit) ?? Int.max
    var found: [Found] = []
    var expected = Expected.anything
    for word in line.words.dropFirst(nameCount) {
      let isOption = word.startsBare && word.text.utf8.starts(with: "--".utf8)
      if expected == .secret {
        found.append(Found(range: word.range, text: word.text))
        // `--password --password x`: who knows which of them is the value.
        expected = isOption && mayBeSecret(String(word.text.dropFirst(2))) ? .secret : .anything
      } else if isOption {
        expected = option(word, of: spec, bytes, found: &found)
      } else if expected == .value {
        expected = .anything
      } else if undeclared > 0 {
        undeclared -= 1
      } else {
        found.append(Found(range: word.range, text: word.text))
      }
    }
    if expected == .secret, let comment = line.comment {
      found.append(Found(range: comment..<bytes.count, text: String(decoding: bytes[comment...], as: UTF8.self)))
    }
    return found
  }

  /// What the option lets follow; a value that is joined to it by `=` is dealt with here.
  private func option(_ word: Word, of spec: CommandSpec?, _ bytes: [UInt8], found: inout [Found]) -> Expected {
    let text = word.text.utf8.dropFirst(2)
    let name = String(Substring(text.prefix { $0 != UInt8(ascii: "=") }))
    let parameter = spec?.parameters.first { !$0.isPositional && $0.name == name }
    let isUnknown = spec != nil && parameter == nil && !Self.everywhere.contains(name) && !name.isEmpty
    let isSecret = isUnknown || mayBeSecret(name) || word.variableComesFirst(before: UInt8(ascii: "="))
    guard let equals = bytes[word.range].firstIndex(of: UInt8(ascii: "=")) else {
      return isSecret ? .secret : parameter?.form == .option ? .value : .anything
    }
    if isSecret {
      let value = String(Substring(text.dropFirst(name.utf8.count + 1)))
      found.append(Found(range: equals + 1..<word.range.upperBound, text: value))
    }
    return .anything
  }

  private func mayBeSecret(_ name: String) -> Bool {
    secretOptions.contains(name) || nearest(to: name, among: secretOptions) != nil
  }

  /// The command that takes a secret which `words` name, or seem to, and how many of them name it.
  private func command(_ words: [String]) -> (spec: CommandSpec?, nameCount: Int) {
    guard let first = words.first else { return (nil, 0) }
    for count in [2, 1] where count <= words.count {
      let name = words.prefix(count).joined(separator: " ")
      if let spec = secretive[synonyms[name] ?? name] { return (spec, count) }
    }
    guard !harmless.contains(first) else { return (nil, 0) }
    // `password hunter22`: no member of the group, so what follows may be anything.
    if let members = groups[first], words.count > 1, !members.contains(words[1]),
      nearest(to: words[1], among: members) == nil
    {
      return (CommandSpec(first, summary: ""), 1)
    }
    for count in [2, 1] where count <= words.count {
      let near = nearest(to: words.prefix(count).joined(separator: " "), among: secretive.keys.sorted())
      if let spec = near.flatMap({ secretive[$0] }), spec.path.count == count { return (spec, count) }
    }
    return (nil, 0)
  }

  /// Shows no more than the words up to the first that may be, or begin, a secret.
  private func maskUnreadable(_ bytes: [UInt8]) -> String {
    let words = bytes.indices.split { isBlank(bytes[$0]) }
    let (spec, nameCount) = command(words.prefix(2).map { String(decoding: bytes[$0], as: UTF8.self) })
    let shown = spec.flatMap(\.positionalLimit).map { nameCount + $0 } ?? Int.max
    let hidden = words.enumerated().first { index, word in
      index >= shown || bytes[word].containsDashes || (spec != nil && bytes[word].contains(where: isQuote))
    }
    guard let hidden else { return String(decoding: bytes, as: UTF8.self) }
    return replacing([hidden.element.startIndex..<bytes.count], in: bytes)
  }

  private func replacing(_ ranges: [Range<Int>], in bytes: [UInt8]) -> String {
    var shown: [UInt8] = []
    var end = 0
    for range in ranges {
      shown += bytes[end..<range.lowerBound]
      shown += Array(Masking.dots.utf8)
      end = range.upperBound
    }
    return String(decoding: shown + bytes[end...], as: UTF8.self)
  }

  private func occurrences(of secret: [UInt8], in text: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = 0
    while !secret.isEmpty, start + secret.count <= text.count {
      let end = start + secret.count
      let isWhole = (start == 0 || !isNameByte(text[start - 1])) && (end == text.count || !isNameByte(text[end]))
      if isWhole, text[start..<end].elementsEqual(secret) {
        found.append(start..<end)
        start = end
      } else {
        start += 1
      }
    }
    return found
  }
}

extension CommandSpec {
  /// How many words by position may be shown: those it declares, up to the first secret one; `nil` where one may be repeated.
  fileprivate var positionalLimit: Int? {
    let positionals = parameters.filter(\.isPositional)
    if let secret = positionals.firstIndex(where: { $0.kind == .secret }) { return secret }
    let isRepeated = parameters.contains { if case .positional(_, isRepeated: true) = $0.form { true } else { false } }
    return isRepeated ? nil : positionals.count
  }
}

extension Word {
  /// Its text as far as it stands in the line.
  fileprivate var text: String {
    pieces.map { if case .text(let text) = $0 { text } else { "" } }.joined()
  }

  /// Whether a variable stands in it before the first `end`, so that nobody knows what is there.
  fileprivate func variableComesFirst(before end: UInt8) -> Bool {
    for piece in pieces {
      switch piece {
      case .variable: return true
      case .text(let text): if text.utf8.contains(end) { return false }
      }
    }
    return false
  }
}

extension Collection<UInt8> {
  fileprivate var containsDashes: Bool {
    // Not by `zip`: every start of the program asks this, and making that type at run time takes longer than all the rest.
    var last: UInt8 = 0
    return contains { byte in
      defer { last = byte }
      return byte == UInt8(ascii: "-") && last == byte
    }
  }
}
