import Foundation

extension [Row] {
  /// An array of objects, a key each for what the table shows.
  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  /// A line each, in columns, notes below.
  var table: String {
    let head = ["budget", "authsh", "peer", "ratio", "at most", "", "compared with"]
    let lines = [head] + map(\.cells)
    let widths = head.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    let text = lines.map { cells in
      let padded = zip(cells, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }
      return padded.joined(separator: "  ").trimmingCharacters(in: .whitespaces)
    }
    let notes = compactMap { row in row.note.map { "\(row.name): \($0)" } }
    return (text + notes).joined(separator: "\n")
  }
}

extension Row {
  fileprivate var cells: [String] {
    [
      name, Self.text(value, unit), Self.text(peerValue, unit), Self.text(ratio), Self.text(budget),
      holds.map { $0 ? "holds" : "FAILS" } ?? "unknown", peer,
    ]
  }

  private static func text(_ number: Double?, _ unit: String = "") -> String {
    guard let number else { return "-" }
    return unit.isEmpty ? number.short : "\(number.short) \(unit)"
  }
}

extension Double {
  /// Rounded to so many significant digits.
  func rounded(digits: Int) -> Double {
    guard isFinite, self != 0 else { return self }
    let places = digits - 1 - Int(log10(abs(self)).rounded(.down))
    // Divided by a whole power, since a tenth has no exact double.
    let scale = pow(10, Double(abs(places)))
    return places >= 0 ? (self * scale).rounded() / scale : (self / scale).rounded() * scale
  }

  /// Three significant digits, written plainly.
  fileprivate var short: String {
    let number = rounded(digits: 3)
    return number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }
}
