/// What a command has to say: for a person and for a program.
package struct Output: Sendable, Equatable {
  /// Lines for a person; no line end after the last.
  package var text: String
  /// Members of the JSON object; `"v":1` is added when it is printed.
  package var json: [String: JSONValue]

  package init(_ text: String, json: [String: JSONValue] = [:]) {
    self.text = text
    self.json = json
  }
}

/// Rows in columns that line up.
package struct Table {
  private var rows: [[String]] = []

  package init(_ heading: [String] = []) {
    if !heading.isEmpty { rows.append(heading) }
  }

  package mutating func add(_ row: [String]) { rows.append(row) }

  /// The rows, columns padded to their widest cell; no blank at a line's end.
  package var text: String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.compactMap { $0.indices.contains(column) ? displayWidth($0[column]) : nil }.max() ?? 0
    }
    return rows.map { row in
      let last = row.lastIndex { !$0.isEmpty } ?? -1
      return row.indices.prefix { $0 <= last }.map { column in
        column == last
          ? row[column]
          : row[column] + String(repeating: " ", count: widths[column] - displayWidth(row[column]) + 2)
      }.joined()
    }.joined(separator: "\n")
  }
}
