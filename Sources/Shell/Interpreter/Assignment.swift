import AuthApp
import ShellLanguage

extension Shell {
  /// `set NAME = value`; `set NAME=value` is accepted. Settings take effect at the next start or restart.
  func assign(_ words: [Word]) throws(ParseError) {
    let (name, value) = try assignment(words)
    let place = words[1].range
    guard name.utf8.contains(UInt8(ascii: ".")) else { return variables.set(name, to: value) }
    if name.hasPrefix("authsh.") {
      try change(setting: name, to: value, at: place)
    } else if name.hasPrefix("env.") || name.hasPrefix("run.") {
      throw ParseError(.readOnlyVariable(name), at: place)
    } else {
      variables.set(name, to: value)
    }
  }

  private func assignment(_ words: [Word]) throws(ParseError) -> (name: String, value: String) {
    if words.count == 4, words[2].literal == "=", let name = words[1].literal {
      // A value without variables is taken as it stands: nearly every one is, and a word costs more to hand on than to read.
      let value = if let literal = words[3].literal { literal } else { try variables.expand(words[3]) }
      return (try checked(name, at: words[1].range), value)
    }
    let whole = words[1].range.lowerBound..<(words.last?.range.upperBound ?? 0)
    if words.count > 4, words[2].literal == "=" {
      throw ParseError(.needsQuotes(try text(of: words[3...])), at: words[3].range.lowerBound..<whole.upperBound)
    }
    let first = try variables.expand(words[1])
    guard let equals = first.firstIndex(of: "=") else { throw ParseError(.badAssignment(first), at: whole) }
    guard words.count == 2 else {
      throw ParseError(
        .needsQuotes(first[first.index(after: equals)...] + " " + (try text(of: words[2...]))), at: whole)
    }
    return (try checked(String(first[..<equals]), at: words[1].range), String(first[first.index(after: equals)...]))
  }

  private func text(of words: ArraySlice<Word>) throws(ParseError) -> String {
    var texts: [String] = []
    for word in words { texts.append(try variables.expand(word)) }
    return texts.joined(separator: " ")
  }

  private func checked(_ name: String, at range: Range<Int>) throws(ParseError) -> String {
    guard !name.isEmpty, name.utf8.allSatisfy(isNameByte) else { throw ParseError(.badVariableName(name), at: range) }
    return name
  }

  private func change(setting name: String, to value: String, at range: Range<Int>) throws(ParseError) {
    guard let setting = Setting.all.first(where: { $0.name == name }) else {
      let near = nearest(to: name, among: Setting.all.map(\.name))
      throw ParseError(.unknownSetting(name, suggestion: near), at: range)
    }
    guard setting.values.contains(value) else {
      throw ParseError(.badSetting(name, allowed: setting.values), at: range)
    }
    setting.write(&app.settings, value)
  }
}
