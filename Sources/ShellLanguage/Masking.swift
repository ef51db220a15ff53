/// Hides the values of secret parameters in a typed line, for history, the event log and messages.
///
/// Secrecy is declared per parameter, in the command table; no list of commands is kept. A line that is mistyped is treated
/// with suspicion: an option that only resembles a secret one is masked too, and one that cannot be read loses all that follows.
package struct Masking: Sendable {
  /// What stands in a secret's place.
  package static let dots = "••••••"

  private let secretOptions: Set<String>

  /// Learns the names of the secret options from the command table.
  package init(_ specs: [CommandSpec]) {
    secretOptions = Set(
      specs.flatMap(\.parameters).filter { $0.form == .option && $0.kind == .secret }.map(\.name))
  }

  /// `line` with the values of secret options replaced.
  package func mask(_ line: String) -> String {
    guard line.contains("--") else { return line }
    let bytes = Array(line.utf8)
    guard let lexed = try? Lexer.lex(bytes) else { return maskUnreadable(line) }
    var hidden: [Range<Int>] = []
    var isNextSecret = false
    for word in lexed.words {
      let text = String(decoding: bytes[word.range], as: UTF8.self)
      if isNextSecret {
        hidden.append(word.range)
        isNextSecret = false
      } else if text.hasPrefix("--") {
        let name = text.dropFirst(2).prefix { $0 != "=" }
        guard isSecret(String(name)) else { continue }
        if text.contains("=") {
          hidden.append(word.range.lowerBound + 3 + name.utf8.count..<word.range.upperBound)
        } else {
          isNextSecret = true
        }
      }
    }
    if isNextSecret, let comment = lexed.comment { hidden.append(comment..<bytes.count) }
    return replacing(hidden, in: bytes)
  }

  private func isSecret(_ name: String) -> Bool {
    secretOptions.contains(name) || nearest(to: name, among: secretOptions) != nil
  }

  /// Everything after the first option is hidden.
  private func maskUnreadable(_ line: String) -> String {
    guard let option = line.firstRange(of: "--") else { return line }
    return line[..<option.lowerBound] + Masking.dots
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
}
