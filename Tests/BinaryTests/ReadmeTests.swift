import Foundation
import Testing

/// What README claims, shown by the built program.
@Suite struct ReadmeTests {
  @Test func `the tour is the tour example, whole`() throws {
    let tour = try Repository.text("examples/tour.authsh")
    #expect(try Repository.text("README.md").contains("```\n\(tour)```\n"))
  }

  /// Types the commands of the session at a real prompt, and compares all that stands on the terminal.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"), "script makes the terminal"))
  func `the session is what stands on the terminal`() throws {
    let home = try TestHome()
    let shown = try Repository.block("console")
    let terminal = ["sh", "-c", "exec script -qfec \"'$1'\" /dev/null", "sh"]
    let variables = home.environment.merging(["TERM": "dumb", "SHELL": "/bin/sh"]) { _, own in own }
    let shell = try LiveShell(environment: variables, in: terminal)
    var session = "$ authsh\n"
    for line in shown.split(separator: "\n") {
      let command = line.firstMatch(of: #/^\S+ (?:login|home)> /#)
      guard let question = command.map({ $0.0 }) ?? (line.hasSuffix(":") ? line + " " : nil) else { continue }
      session += try shell.expect(String(question))
      try shell.send(command == nil ? "correct horse" : String(line[question.endIndex...]))
    }
    session += shell.rest()
    session.unicodeScalars.removeAll { $0 == "\r" }
    let lines = Example.normalized(session, home: home).split(separator: "\n")
    #expect(lines.map { $0.hasSuffix(": ") ? $0.dropLast() : $0 }.joined(separator: "\n") + "\n" == shown)
    #expect(shell.end() == 0)
  }

  @Test func `the table of commands is the command table`() async throws {
    let home = try TestHome()
    let names = try await commandNames(home)
    #expect(names.count > 25)
    let pages = try await Binary.run(["--json"] + names.flatMap { ["-c", "help \($0)"] }, home: home).objects
    var table = "| command | what it does |\n|---|---|\n"
    for page in pages {
      let synopsis = try #require(page["synopsis"] as? String).replacing("|", with: "\\|")
      table += "| `\(synopsis)` | \(try #require(page["summary"] as? String)) |\n"
    }
    let readme = try Repository.text("README.md")
    if ProcessInfo.processInfo.environment["AUTHSH_UPDATE"] != nil {
      let old = try #require(readme.firstRange(of: #/\| command \|[^\n]*\n(\|[^\n]*\n)*/#))
      try readme.replacingCharacters(in: old, with: table)
        .write(to: Repository.folder.appendingPathComponent("README.md"), atomically: true, encoding: .utf8)
    }
    #expect(try Repository.text("README.md").contains("\n\(table)\n"), "AUTHSH_UPDATE=1 writes it")
  }

  @Test func `the files are those that --paths prints`() async throws {
    let home = try TestHome()
    let run = try await Binary.run(
      ["--paths"], home: home, environment: ["AUTHSH_HOME": "", "HOME": "/home/ada"])
    #expect(run.status == 0)
    #expect(try Repository.text("README.md").contains("```\n\(run.output)```\n"))
  }

  @Test func `files and folders are the owner's alone, and a throw-away home leaves none`() async throws {
    let home = try TestHome()
    let own = home.file("own").path
    let run = try await Binary.commands("signin --anonymous", home: home, options: ["--home", own])
    #expect(run.status == 0, "\(run.errors)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: own)
    #expect(Set(files).isSuperset(of: ["accounts.db", "defaults.plist", "session"]))
    for file in files.map({ "\(own)/\($0)" }) + [own] {
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(mode == (file == own ? 0o700 : 0o600), "\(file)")
    }
    try FileManager.default.removeItem(atPath: own)
    #expect(try await Binary.commands("signin --anonymous", home: home, options: ["--ephemeral"]).status == 0)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: home.folder.path) == [])
  }

  @Test(
    arguments: [
      (["-c", "status"], 0), (["--nonsense"], 2), (["-c", "echo 'x"], 3), (["-c", "whoami"], 4), (["-c", "quit 9"], 9),
      (["no such file"], 7), (["-c", "echo 'x", "--keep-going", "-c", "whoami"], 3),
    ] as [([String], Int32)]) func `an exit code means what the table says`(arguments: [String], code: Int32)
    async throws
  {
    let run = try await Binary.run(arguments, home: TestHome())
    #expect(run.status == code)
    if code != 9 { #expect(try Repository.text("README.md").contains("\n| \(code) | ")) }
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func `a signal ends a run with its code`(signal: Int32, code: Int32) throws {
    let shell = try LiveShell(home: TestHome(), ["-"])
    _ = try shell.command("status")
    #expect(try shell.end(by: signal) == code)
    #expect(try Repository.text("README.md").contains("\n| \(code) | "))
  }

  @Test func `the lines that show how scripts are run work`() async throws {
    let home = try TestHome()
    try Data("correct horse\n".utf8).write(to: home.file("secret.txt"))
    try Data("status\n".utf8).write(to: home.file("my.authsh"))
    let lines = try Repository.block("sh", containing: "my.authsh")
    let run = try await Binary.run(
      ["-ec", "authsh() { '\(Binary.path)' \"$@\"; }\n" + lines], home: home, binary: "/bin/sh")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.matches(of: #/root +home/#).count == 1)
    #expect(run.output.contains(#""root":"home""#))
    #expect(run.output.contains("state     signedOut"))
  }

  @Test func `every file that README links is there`() throws {
    let links = try Repository.text("README.md").matches(of: #/\]\((?!http)([^)]+)\)/#).map { String($0.1) }
    #expect(links.contains("Sources/authsh/main.swift"))
    for link in links {
      #expect(FileManager.default.fileExists(atPath: Repository.folder.appendingPathComponent(link).path), "\(link)")
    }
  }

  private func commandNames(_ home: TestHome) async throws -> [String] {
    let help = try await Binary.commands("help", home: home).output
    return help.matches(of: #/\n  (\S+(?: \S+)*)  /#).map { String($0.1) }
  }
}
