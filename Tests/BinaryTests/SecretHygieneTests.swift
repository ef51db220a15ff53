import Foundation
import Testing

/// A password, however it is given or mistyped, appears nowhere: not in a file, the trace, the events, or what is printed.
@Suite struct SecretHygieneTests {
  private static let secret = "Gehe1m/Wort+für=drei?~~"

  private static let forms = disguises(of: secret)

  /// Ways to give a password; SECRET stands for it, FILE for a file that holds it.
  private static let ways: [(options: String, input: String, environment: [String: String])] = [
    ("--password 'SECRET'", "", [:]), ("--password='SECRET'", "", [:]), ("--password-stdin", "SECRET\nSECRET\n", [:]),
    ("--password-file 'FILE'", "", [:]), ("--password-command \"cat 'FILE'\"", "", [:]),
    ("", "", ["AUTHSH_PASSWORD": "SECRET"]),
  ]

  @Test(arguments: 0..<6)
  func `given in any way, right or wrong, it appears nowhere`(_ way: Int) async throws {
    let (options, input, environment) = Self.ways[way]
    let (home, elsewhere) = (try TestHome(), try TestHome())
    try Data((Self.secret + "\n").utf8).write(to: elsewhere.file("word"))
    func fill(_ text: String) -> String {
      text.replacingOccurrences(of: "SECRET", with: Self.secret)
        .replacingOccurrences(of: "FILE", with: elsewhere.file("word").path)
    }
    let commands = [
      "signup ada@example.com \(options)", "events --last 0 --json", "signout --json",
      "signin bob@example.com \(options)",
      "signup ada@example.com \(options)", "signup x \(options)", "status --json", "events --last 0 --json",
    ].map(fill)
    let run = try await Binary.run(
      ["--keep-going", "--trace", home.file("trace").path] + commands.flatMap { ["-c", $0] }, home: home,
      input: Data(fill(input).utf8), environment: environment.mapValues(fill))
    #expect(run.output.contains("signed up and signed in as ada@example.com"), "\(run.errors)")
    #expect(run.crash == nil)
    try expectNoSecret(in: home, run)
    let back = try await Binary.run(
      ["-c", fill("signin ada@example.com \(options)"), "-c", "events --last 0 --json"], home: home,
      input: Data(fill(input).utf8), environment: environment.mapValues(fill))
    #expect(way == 2 || back.status == 0, "\(back.errors)")
    try expectNoSecret(in: home, back)
  }

  @Test(arguments: [
    "signin ada@example.com --pasword 'SECRET'", "signin ada@example.com --pasword='SECRET'",
    "signin ada@example.com --Password 'SECRET'", "signin ada@example.com 'SECRET'", "signup ada@example.com 'SECRET'",
    "signup ada@example.com --password 'SECRET' 'SECRET'", "sigin ada@example.com --password 'SECRET'",
    "signin ada@example.com --password 'SECRET", "signin ada@example.com --password \"SECRET",
    "whoami --password 'SECRET'",
    "signin ada@example.com --password 'SECRET' --password 'SECRET'", "signin --password 'SECRET' ada@example.com",
    "signin --password 'SECRET'", "signin ada@example.com --password-stdin 'SECRET'", "--password 'SECRET'",
    "signin ada@example.com --password #SECRET", "signin ada@example.com --password 'SECRET' --json --bogus",
    "signin ada@example.com --password 'SECRET' > file",
    "form password 'SECRET'", "form pasword --password 'SECRET'", "form password --pasword='SECRET'",
    "password 'SECRET'", "token 'SECRET'", "email 'SECRET' more", "account link ada@example.com 'SECRET'",
    "login ada@example.com --password 'SECRET'", "signin ada@example.com --anonymous --password 'SECRET'",
  ])
  func `mistyped in any way, it appears nowhere`(_ line: String) async throws {
    let home = try TestHome()
    let typed = line.replacingOccurrences(of: "SECRET", with: Self.secret)
    try Data((typed + "\n").utf8).write(to: home.folder.appendingPathComponent("script"))
    for json in [[], ["--json"]] {
      let run = try await Binary.run(
        json + ["--keep-going", "--trace", home.file("trace").path, "-c", typed, "-c", "events --last 0 --json"],
        home: home)
      #expect(run.status != 0 && run.crash == nil)
      try expectNoSecret(in: home, run)
      let script = try await Binary.run(json + ["--keep-going", "script"], home: home)
      try expectNoSecret(in: home, script)
    }
  }

  @Test func `a variable that holds it shows it only when asked for`() async throws {
    let home = try TestHome()
    let run = try await Binary.commands(
      "set word = '\(Self.secret)'", "signup ada@example.com --password ${word}", "events --last 0 --json", home: home,
      options: ["--trace", home.file("trace").path])
    #expect(run.status == 0)
    try expectNoSecret(in: home, run)
  }

  private func expectNoSecret(in home: TestHome, _ run: Binary.Result) throws {
    var places = [("standard output", Data(run.output.utf8)), ("standard error", Data(run.errors.utf8))]
    for name in try FileManager.default.subpathsOfDirectory(atPath: home.folder.path) where name != "script" {
      if let bytes = try? Data(contentsOf: home.file(name)) { places.append((name, bytes)) }
    }
    for (place, bytes) in places {
      for form in Self.forms where bytes.range(of: Data(form.utf8)) != nil {
        Issue.record("the secret stands in \(place) as \(form)")
      }
    }
  }
}
