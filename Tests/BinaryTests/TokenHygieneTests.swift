import Foundation
import Testing

/// Tokens and codes stand in the files that are theirs and nowhere else, however they are typed.
@Suite struct TokenHygieneTests {
  /// Lines that hold a token or a code, right and wrong.
  private static let lines = [
    "token decode IDTOKEN", "token decode IDTOKEN more", "tokn decode IDTOKEN", "token decod IDTOKEN", "token IDTOKEN",
    "email verify CODE more", "email verfy CODE", "email verify --code CODE", "emial verify CODE", "email verify 'CODE",
    "password confirm CODE --password hunter23", "password confrim CODE", "password confirm CODE",
    "email verify CODE", "email verify CODE", "token refresh", "whoami", "sessions", "account show", "profile show",
    "status", "bus observers", "defaults read", "events --last 0",
  ]

  @Test(arguments: [[], ["--json"]])
  func `tokens and codes appear in their own files alone`(_ options: [String]) async throws {
    let home = try TestHome()
    let first = try await Binary.commands(
      "signup ada@example.com --password hunter22", "token show", "email verify", "server outbox", home: home,
      options: ["--json"])
    let idToken = try #require(first.objects.compactMap { $0["idToken"] as? String }.first)
    let mails = first.objects.compactMap { $0["messages"] as? [[String: Any]] }.first
    let code = try #require(mails?.first?["code"] as? String)
    let before = try refreshToken(of: home)
    let lines = Self.lines.map {
      $0.replacingOccurrences(of: "IDTOKEN", with: idToken).replacingOccurrences(of: "CODE", with: code)
    }
    let run = try await Binary.run(
      options + ["--keep-going", "--trace", home.file("trace").path] + lines.flatMap { ["-c", $0] }, home: home)
    #expect(run.crash == nil)
    #expect(run.output.contains("ada@example.com"))
    let after = try refreshToken(of: home)
    #expect(before != after)
    try expect(code, onlyIn: ["accounts.db", "accounts.db-wal"], of: home, run)
    try expect(idToken, onlyIn: [], of: home, run)
    try expect(before, onlyIn: [], of: home, run)
    try expect(after, onlyIn: ["session"], of: home, run)
  }

  @Test func `a core file would hold nothing, for there is none`() throws {
    let shell = try LiveShell(home: try TestHome())
    _ = try shell.command("status")
    let limits = try String(contentsOfFile: "/proc/\(shell.pid)/limits", encoding: .utf8)
    #expect(shell.end() == 0)
    let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
    #expect(core?.split(separator: " ").dropFirst(4).prefix(2).map(String.init) == ["1", "1"])
  }

  private func refreshToken(of home: TestHome) throws -> String {
    let vault = try JSONSerialization.jsonObject(with: Data(contentsOf: home.file("session"))) as? [String: Any]
    return try #require(vault?["refreshToken"] as? String)
  }

  private func expect(_ secret: String, onlyIn own: Set<String>, of home: TestHome, _ run: Binary.Result) throws {
    var places = [("standard output", Data(run.output.utf8)), ("standard error", Data(run.errors.utf8))]
    for name in try FileManager.default.subpathsOfDirectory(atPath: home.folder.path) where !own.contains(name) {
      if let bytes = try? Data(contentsOf: home.file(name)) { places.append((name, bytes)) }
    }
    for (place, bytes) in places {
      for form in disguises(of: secret) where bytes.range(of: Data(form.utf8)) != nil {
        Issue.record("a secret stands in \(place) as \(form)")
      }
    }
  }
}

/// A secret as it is and as it could be disguised: URL-encoded, and in base64 by each of the three places where it may start.
func disguises(of secret: String) -> [String] {
  let bytes = Data(secret.utf8)
  let encoded = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? secret
  let form = secret.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? secret
  let shifted = (0..<3).map { shift in
    let text = (Data(repeating: 0x61, count: shift) + bytes).base64EncodedString()
    return String(text.dropFirst(shift == 0 ? 0 : 4).dropLast(4))
  }
  return [secret, encoded, form] + shifted + shifted.map { $0.replacingOccurrences(of: "/", with: "_") }
}
