/// Candidates as rows that fit the screen.
package struct CompletionMenu {
  /// The rows, none wider than the screen.
  package let rows: [String]

  /// One candidate a row with its summary where there is room for it; else the words alone, in columns.
  package init(_ candidates: [Candidate], width: Int) {
    let widest = candidates.map { columns(of: $0.text) }.max() ?? 0
    let hasSummaries = candidates.contains { !$0.summary.isEmpty }
    rows =
      hasSummaries && width >= widest + 18
      ? candidates.map { Self.row($0, wordWidth: widest, width: width) }
      : Self.grid(candidates.map(\.text), wordWidth: widest, width: width)
  }

  private static func row(_ candidate: Candidate, wordWidth: Int, width: Int) -> String {
    cut(pad(candidate.text, to: wordWidth) + "  " + candidate.summary, to: width - 1)
  }

  private static func grid(_ words: [String], wordWidth: Int, width: Int) -> [String] {
    let perRow = max(1, (width + 1) / (wordWidth + 2))
    return stride(from: 0, to: words.count, by: perRow).map { start in
      let row = words[start..<min(start + perRow, words.count)]
      return cut(row.map { pad($0, to: wordWidth) }.joined(separator: "  "), to: width - 1)
    }
  }

  private static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - columns(of: text)))
  }

  /// Cuts to `width` columns, with an ellipsis for what is gone; blanks at the end go silently.
  private static func cut(_ text: String, to width: Int) -> String {
    var text = text[...]
    while text.last == " " { text.removeLast() }
    guard columns(of: text) > width else { return String(text) }
    while !text.isEmpty && columns(of: text) > width - 1 { text.removeLast() }
    return text + "…"
  }
}
