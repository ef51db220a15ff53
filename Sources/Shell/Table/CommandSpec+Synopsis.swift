import ShellLanguage

extension CommandSpec {
  /// How it is written, such as `signin [EMAIL] [--anonymous]`.
  var synopsis: String { ([name] + parameters.map(\.synopsis)).joined(separator: " ") }
}

extension Parameter {
  /// How it is written; brackets say that it may be left out.
  var synopsis: String {
    switch form {
    case .positional(let isRequired, let isRepeated):
      let text = isRepeated ? "\(shownName) …" : shownName
      return isRequired ? text : "[\(text)]"
    case .option: return "[--\(name) \(valueName)]"
    case .flag: return "[--\(name)]"
    }
  }

  private var shownName: String {
    if case .choice(let words) = kind { return words.joined(separator: "|") }
    return name
  }

  private var valueName: String {
    switch kind {
    case .secret: "SECRET"
    case .number: "N"
    case .duration: "DURATION"
    case .file: "FILE"
    case .event: "NAME"
    case .command: "COMMAND"
    case .choice(let words): words.joined(separator: "|")
    default: "VALUE"
    }
  }
}
