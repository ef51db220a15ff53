import Foundation
import Testing

/// A script of `examples/`, with its expected output beside it.
struct Example: Sendable, CustomTestStringConvertible {
  let name: String
  var testDescription: String { name }

  /// All of them: the scripts of both kinds.
  static let all: [Example] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).filter { $0.hasSuffix(".authsh") || $0.hasSuffix(".sh") }.sorted().map { Example(name: $0) }
  }()

  private static let folder = Repository.folder.appendingPathComponent("examples")
  var path: String { Self.folder.appendingPathComponent(name).path }
  var isShellScript: Bool { name.hasSuffix(".sh") }

  private var outputPath: String {
    Self.folder.appendingPathComponent(name.split(separator: ".").dropLast().joined(separator: ".") + ".out").path
  }

  /// What it is to print; `nil` where nobody has written it down.
  var expected: String? { try? String(contentsOfFile: outputPath, encoding: .utf8) }

  /// Runs it as its first lines say: on a throw-away home, or on `home` where it needs one that outlives the run.
  func run(on home: TestHome) async throws -> Binary.Result {
    if isShellScript {
      return try await Binary.run([path], home: home, environment: ["AUTHSH": Binary.path], binary: "/bin/sh")
    }
    let options = name == "auto-login.authsh" ? [] : ["--ephemeral"]
    return try await Binary.run(options + [path], home: home)
  }

  /// Writes its expected output.
  func keep(_ output: String) throws {
    try output.write(toFile: outputPath, atomically: true, encoding: .utf8)
  }

  /// `text` with what differs from run to run replaced by words: ids, times and the home's folder. Nothing else is.
  static func normalized(_ text: String, home: TestHome) -> String {
    var text = text.replacing(home.folder.path, with: "<home>")
    text = text.replacing(#/<home>\/(authsh-\w{6}|tmp\.\w{10}\/[a-z]+)/#, with: "<home>")
    text = text.replacing(#/\b[0-9a-f]{32}\b/#, with: "<id>")
    text = text.replacing(#/"(kid|sid)" : "[^"]+"/#) { "\"\($0.1)\" : \"<id>\"" }
    text = text.replacing(#/"(exp|iat|auth_time)" : [0-9]+/#) { "\"\($0.1)\" : <seconds>" }
    text = text.replacing(#/\+[0-9]+\.[0-9]ms/#, with: "+<time>")
    text = cells(like: #/\b(?=\w*[0-9a-z])[A-Za-z0-9]{28}\b/#, in: text, as: "<uid>")
    text = cells(like: #/(?m:^)[A-Za-z0-9_-]{22}(?=  )/#, in: text, as: "<session>")
    return cells(like: #/\b[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z/#, in: text, as: "<date>")
  }

  /// `text` with `word` for what matches, as wide as that was where a column follows, so that tables stay tables.
  private static func cells(like pattern: Regex<Substring>, in text: String, as word: String) -> String {
    text.replacing(pattern) { match in
      guard text[match.range.upperBound...].hasPrefix("  ") else { return word }
      return word.padding(toLength: max(word.count, match.0.count), withPad: " ", startingAt: 0)
    }
  }
}
