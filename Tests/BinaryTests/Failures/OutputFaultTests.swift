import Foundation
import Testing

/// Output that goes nowhere: it is never a silent success, and never goes into a file of authsh's own.
@Suite struct OutputFaultTests {
  /// Runs `line` in a shell where `authsh` is the program, on a home with somebody signed in.
  private func shell(_ line: String, home: TestHome) async throws -> Binary.Result {
    let script = "authsh() { \"$program\" \"$@\"; }\nprogram=$0\n\(line)"
    return try await Binary.run([], home: home, in: ["sh", "-c", script])
  }

  @Test(arguments: [
    ("authsh -c status >&-", "cannot write the output: bad file descriptor"),
    ("authsh -c status >/dev/full", "cannot write the output: no space left on device"),
    ("authsh --version >/dev/full", "cannot write the output: no space left on device"),
  ])
  func `output that cannot be written ends with 7`(_ line: String, _ words: String) async throws {
    let run = try await shell(line, home: TestHome())
    #expect(run.status == 7 && run.crash == nil && run.errors.contains(words), "\(run.errors)")
  }

  @Test(arguments: ["help", "status", "events"])
  func `a reader that goes away ends the run quietly, before the next command`(_ command: String) async throws {
    let home = try TestHome()
    let line = "{ authsh -c '\(command)' -c 'defaults write later 1'; echo $? >&2; } | head -c0"
    // The reader is gone before the first word only if the run waits for it.
    let run = try await shell(line.replacingOccurrences(of: "{ ", with: "{ sleep 0.2; "), home: home)
    #expect(run.errors == "141\n" && run.crash == nil)
    let kept = try await Binary.commands("defaults read", home: home)
    #expect(!kept.output.contains("later"))
  }

  @Test func `a writer without an end stops when its reader has enough`() async throws {
    let run = try await shell("{ yes status | { authsh; echo $? >&2; }; } | head -1", home: TestHome())
    #expect(run.output == "root      login\n" && run.errors == "141\n")
  }

  @Test(arguments: ["<&-", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
  func `with descriptors closed no file of the home takes in what is printed`(_ closing: String) async throws {
    let home = try TestHome()
    _ = try await shell(
      "authsh --keep-going -c 'signin --anonymous' -c bogus -c status -c 'defaults write a 1' \(closing)", home: home)
    let run = try await Binary.commands("whoami", "status --json", home: home)
    #expect(run.status == 0 && run.lastStatus["root"] as? String == "home", "\(run.errors)")
    #expect(run.crash == nil)
  }

  @Test func `a script on a closed standard input ends with 7 instead of waiting`() async throws {
    let run = try await shell("authsh <&-", home: TestHome())
    #expect(run.status == 7 && run.errors.contains("bad file descriptor"))
  }

  @Test func `errors that cannot be shown change no exit code`() async throws {
    #expect(try await shell("authsh -c bogus 2>&-", home: TestHome()).status == 4)
    #expect(try await shell("authsh -c bogus 2>/dev/full", home: TestHome()).status == 4)
  }

  @Test func `a trace that cannot be written stops nothing, and the end tells of it`() async throws {
    let run = try await shell("authsh --trace /dev/full -c status", home: TestHome())
    #expect(run.status == 7 && run.output.hasPrefix("root      login"))
    #expect(run.errors.contains("cannot write the trace /dev/full: no space left on device"))
    let missing = try await shell("authsh --trace no/such/folder -c status", home: TestHome())
    #expect(missing.status == 7 && missing.errors.contains("no such file or directory"))
  }
}
