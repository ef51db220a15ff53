/// What is wrong with a line, and where. Facts only; ``message`` has the wording.
package struct ParseError: Error, Sendable, Equatable {
  /// The kinds of mistake.
  package enum Kind: Sendable, Equatable {
    case openQuote(Character)
    case unknownEscape(Character)
    case openVariable
    case badVariableName(String)
    case nulByte
    case invalidUTF8
    case tooLong(limit: Int)
    case unknownVariable(String, suggestion: String?)
    case badAssignment(String)
    case needsQuotes(String)
    case readOnlyVariable(String)
    case unknownSetting(String, suggestion: String?)
    case badSetting(String, allowed: [String])
    case notHere(String)
    case redirect
  }

  /// The kind of mistake.
  package var kind: Kind
  /// The bytes of the line that it is about.
  package var range: Range<Int>

  package init(_ kind: Kind, at range: Range<Int>) {
    self.kind = kind
    self.range = range
  }

  /// What to tell a person: lower case, no full stop, ends with what to type.
  package var message: String {
    switch kind {
    case .openQuote(let quote): "this \(quote) is never closed; add another \(quote) before the end of the line"
    case .unknownEscape(let character):
      "'\\\(character)' means nothing between double quotes; use \\n \\t \\\" or \\\\, or write the text between single quotes"
    case .openVariable: "this ${ is never closed; write ${name}, or '${' between single quotes for the plain text"
    case .badVariableName(let name):
      "'\(name)' cannot be a variable's name; names are letters, digits, '_', '-' and '.'"
    case .nulByte: "the line holds a NUL byte; remove it"
    case .invalidUTF8: "the line is not UTF-8; save the file as UTF-8"
    case .tooLong(let limit): "the line is longer than \(limit / 1_048_576) MiB; break it up"
    case .unknownVariable(let name, let suggestion):
      "no variable '\(name)'" + (suggestion.map { "; did you mean ${\($0)}?" } ?? "; set it first: set \(name) = value")
    case .badAssignment(let text): "'\(text)' is no assignment; write: set name = value"
    case .needsQuotes(let text): "more than one word after '='; quote the value: \"\(text)\""
    case .readOnlyVariable(let name): "'\(name)' is read-only; choose a name that does not start with env. or run."
    case .unknownSetting(let name, let suggestion):
      "no setting '\(name)'" + (suggestion.map { "; did you mean \($0)?" } ?? "; 'help set' lists them")
    case .badSetting(let name, let allowed): "\(name) takes \(allowed.joined(separator: " or "))"
    case .notHere(let word): "'\(word)' belongs to test scripts, which this version does not run"
    case .redirect: "a '>' standing alone is kept for output files; quote it for the plain text: \">\""
    }
  }
}
