package import ShellLanguage

/// A word after expansion.
package struct Argument: Sendable, Equatable {
  /// Its text.
  package var text: String
  /// Whether it was written bare, so that `--x` is an option and not text.
  package var startsBare: Bool
  /// Where it stands in the line.
  package var range: Range<Int>
}

/// The words after a command's name, sorted and checked by its spec.
package struct Call: Sendable, Equatable {
  private var values: [String: [String]] = [:]
  private var flags: Set<String> = []

  /// Sorts `words`; `hasComment` says that a `#` ended the line, to explain a value that is missing.
  package init(_ words: some Collection<Argument>, for spec: CommandSpec, hasComment: Bool = false) throws(CommandError)
  {
    var parser = ArgumentParser(spec: spec, hasComment: hasComment)
    (values, flags) = try parser.parse(Array(words))
  }

  /// The value of a required positional. Asking for one that the spec does not require is a mistake in the command.
  package subscript(_ name: String) -> String { values[name]?.first ?? "" }
  /// The value of an optional positional or an option.
  package func value(_ name: String) -> String? { values[name]?.first }
  /// All values of a repeated positional.
  package func all(_ name: String) -> [String] { values[name] ?? [] }
  /// Whether a flag stands.
  package func has(_ flag: String) -> Bool { flags.contains(flag) }
  /// The value of a number; the spec has checked it.
  package func number(_ name: String) -> Int? { value(name).flatMap { Int($0) } }
  /// The value of a duration; the spec has checked it.
  package func duration(_ name: String) -> Duration? { value(name).flatMap { parseDuration($0) } }
}

/// Walks the words once.
private struct ArgumentParser {
  let spec: CommandSpec
  let hasComment: Bool
  private var values: [String: [String]] = [:]
  private var flags: Set<String> = []
  private var waiting: ArraySlice<Parameter> = []

  init(spec: CommandSpec, hasComment: Bool) {
    self.spec = spec
    self.hasComment = hasComment
    waiting = spec.parameters.filter(\.isPositional)[...]
  }

  mutating func parse(_ words: [Argument]) throws(CommandError) -> ([String: [String]], Set<String>) {
    var index = 0
    var onlyPositionals = false
    while index < words.count {
      let word = words[index]
      index += 1
      if !onlyPositionals, word.startsBare, word.text == "--" {
        onlyPositionals = true
      } else if !onlyPositionals, word.startsBare, word.text.hasPrefix("--") {
        try option(word.text, next: index < words.count ? words[index] : nil, index: &index)
      } else {
        try positional(word.text)
      }
    }
    for parameter in waiting where parameter.form == .positional(isRequired: true, isRepeated: false) {
      throw missing(parameter)
    }
    for parameter in waiting where parameter.form == .positional(isRequired: true, isRepeated: true) {
      if values[parameter.name] == nil { throw missing(parameter) }
    }
    return (values, flags)
  }

  private mutating func option(_ text: String, next: Argument?, index: inout Int) throws(CommandError) {
    let parts = text.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let parameter = spec.parameters.first(where: { !$0.isPositional && $0.name == name }) else {
      throw unknownOption(name)
    }
    if parameter.form == .flag {
      guard parts.count == 1 else { throw .usage("--\(name) takes no value", hint: "write: \(spec.name) --\(name)") }
      flags.insert(name)
    } else if parts.count == 2 {
      try set(parameter, to: String(parts[1]))
    } else if let next {
      index += 1
      try set(parameter, to: next.text)
    } else {
      let why = hasComment ? "; '#' begins a comment: quote the value if it starts with one" : ""
      throw .usage("--\(name) needs a value\(why)", hint: "write: \(parameter.synopsis)")
    }
  }

  private mutating func set(_ parameter: Parameter, to text: String) throws(CommandError) {
    guard values[parameter.name] == nil else { throw .usage("--\(parameter.name) is given twice", hint: "keep one") }
    try check(text, for: parameter)
    values[parameter.name] = [text]
  }

  private mutating func positional(_ text: String) throws(CommandError) {
    guard let parameter = waiting.first else {
      let shown = spec.takesSecret ? "too many words" : "one word too many: '\(text)'"
      throw .usage(shown, hint: "write: \(spec.synopsis)")
    }
    try check(text, for: parameter)
    values[parameter.name, default: []].append(text)
    if case .positional(_, isRepeated: false) = parameter.form { waiting.removeFirst() }
  }

  private func check(_ text: String, for parameter: Parameter) throws(CommandError) {
    let name = parameter.isPositional ? parameter.name : "--\(parameter.name)"
    switch parameter.kind {
    case .number:
      guard let number = Int(text), number >= 0 else {
        throw .usage("'\(text)' is no number for \(name)", hint: "write a whole number, such as 10")
      }
    case .duration:
      guard parseDuration(text) != nil else {
        throw .usage("'\(text)' is no duration for \(name)", hint: "write a number and ms, s, m, h or d, such as 90s")
      }
    case .choice(let words):
      guard words.contains(text) else {
        let near = nearest(to: text, among: words).map { "did you mean '\($0)'?" }
        throw .usage("'\(text)' is not one of \(words.joined(separator: ", "))", hint: near)
      }
    default: break
    }
  }

  private func missing(_ parameter: Parameter) -> CommandError {
    .usage("\(parameter.name) is missing", hint: "write: \(spec.synopsis)")
  }

  private func unknownOption(_ name: String) -> CommandError {
    let names = spec.parameters.filter { !$0.isPositional }.map(\.name)
    let near = nearest(to: name, among: names).map { "did you mean --\($0)?" }
    return .usage("\(spec.name) has no option --\(name)", hint: near ?? "'help \(spec.name)' lists them")
  }
}
