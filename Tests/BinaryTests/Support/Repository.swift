import Foundation

/// The repository that the tests were built from: its documents are tested as its code is.
enum Repository {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The text of a file.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
  }

  /// The first block of README in `language`, or the first of them that holds `text`.
  static func block(_ language: String, containing text: String = "") throws -> String {
    let blocks = try self.text("README.md").split(separator: "\n```\(language)\n").dropFirst()
    let bodies = blocks.map { $0.prefix(upTo: $0.firstRange(of: "```")?.lowerBound ?? $0.endIndex) }
    guard let body = bodies.first(where: { text.isEmpty || $0.contains(text) }) else {
      throw Missing(description: "\(language) block")
    }
    return String(body)
  }

  struct Missing: Error {
    var description: String
  }
}
