import Foundation
import Testing

/// What a newcomer tries first, and gets wrong.
@Suite struct NewcomerTests {
  @Test func `a command in a script's place is told how commands are run`() async throws {
    let run = try await Binary.run(["status"], home: TestHome())
    #expect(run.status == 7)
    #expect(
      run.errors.contains("cannot read 'status': no such file or directory; to run the command: authsh -c 'status'"))
  }

  @Test func `what keeps authsh from starting is an object too, for those who read JSON`() async throws {
    for (arguments, code) in [(["--json", "--bogus"], 2), (["--json", "no-such-file"], 7)] as [([String], Int32)] {
      let run = try await Binary.run(arguments, home: TestHome())
      #expect(run.status == code)
      #expect(run.objects.count == 1 && run.objects.first?["error"] != nil, "\(run.output)")
    }
  }

  @Test func `removing what --paths lists leaves no file behind`() async throws {
    let home = try TestHome()
    let own = home.file("own")
    let options = ["--home", own.path]
    _ = try await Binary.commands("signin --anonymous", home: home, options: options)
    try Data("garbage".utf8).write(to: own.appendingPathComponent("defaults.plist"))
    #expect(
      try await Binary.commands("defaults repair", "signin --anonymous", home: home, options: options).status == 0)
    for line in try await Binary.run(options + ["--paths"], home: home).output.split(separator: "\n") {
      let path = try #require(line.firstIndex(of: "/").map { String(line[$0...]) })
      try? FileManager.default.removeItem(atPath: path)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: own.path) == [])
  }

  @Test(arguments: [(SIGTERM, 143), (SIGINT, 130), (SIGHUP, 129)] as [(Int32, Int32)])
  func `a signal is heard while a command waits for its password, and nothing is written`(
    signal: Int32, status: Int32
  ) async throws {
    let home = try TestHome()
    let shell = try LiveShell(home: home, ["-"])
    _ = try shell.command("status")
    // The program tells that it has begun to wait, and then waits for long.
    let started = home.file("started")
    #expect(mkfifo(started.path, 0o600) == 0)
    try shell.send("signup q@example.com --password-command \"echo go > '\(started.path)'; exec sleep 30\"")
    #expect(try FileHandle(forReadingFrom: started).readToEnd() == Data("go\n".utf8))
    #expect(try shell.end(by: signal) == status)
    #expect(try await Binary.commands("server accounts", home: home).output == "no accounts yet\n")
  }
}
