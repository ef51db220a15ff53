import Foundation
import Testing

/// `.ci/setup` on machines that are played: its tools are stubs that write down how they were called.
@Suite struct SetupTests {
  @Test func `where nothing is missing it is quiet`() async throws {
    let machine = try PlayedMachine(["pkg-config": "exit 0", "id": "echo 0", "apt-get": "exit 9"])
    let run = try await machine.setUp()
    #expect((run.status, run.output, run.errors) == (0, "", ""))
  }

  @Test func `root installs what is missing, without an update where the lists are good`() async throws {
    let machine = try PlayedMachine(["pkg-config": "[ $2 != libedit ]", "id": "echo 0", "apt-get": "exit 0"])
    #expect(try await machine.setUp().status == 0)
    #expect(machine.calls == ["apt-get install -y --no-install-recommends libedit-dev"])
  }

  @Test func `lists that are missing or old are updated once`() async throws {
    let machine = try PlayedMachine([
      "id": "echo 0", "apt-get": #"[ "$1" = update ] || [ "$(grep -c install "$CALLS")" = 2 ]"#,
    ])
    #expect(try await machine.setUp().status == 0)
    let install = "apt-get install -y --no-install-recommends pkg-config libedit-dev libsqlite3-dev libssl-dev"
    #expect(machine.calls == [install, "apt-get update", install])
  }

  @Test func `an ordinary user goes through sudo, which must not ask`() async throws {
    let machine = try PlayedMachine([
      "pkg-config": "[ $2 != sqlite3 ]", "id": "echo 1000", "apt-get": "exit 0",
      "sudo": #"[ $1 = -n ] && shift && exec "$@""#,
    ])
    #expect(try await machine.setUp().status == 0)
    #expect(machine.calls.contains("apt-get install -y --no-install-recommends libsqlite3-dev"))
  }

  @Test(arguments: [
    ["id": "echo 1000", "apt-get": "exit 0"], ["id": "echo 1000", "apt-get": "exit 0", "sudo": "exit 1"],
    ["id": "echo 0", "apt-get": "echo no network >&2; exit 100"],
  ]) func `where it may not install it prints the one command`(tools: [String: String]) async throws {
    let run = try await PlayedMachine(tools).setUp()
    #expect(run.status == 1)
    let command =
      "sudo sh -c 'apt-get update && apt-get install -y --no-install-recommends "
      + "pkg-config libedit-dev libsqlite3-dev libssl-dev'"
    #expect(run.errors.contains("\n  \(command)\n"))
  }

  @Test func `without apt-get it names the libraries`() async throws {
    let run = try await PlayedMachine(["id": "echo 0"]).setUp()
    #expect(run.status == 1)
    #expect(run.errors.contains("libedit, SQLite 3 and OpenSSL"))
  }

  @Test func `CI gets its tools, too`() async throws {
    let machine = try PlayedMachine(["pkg-config": "exit 0", "id": "echo 0", "apt-get": "exit 0", "strace": ""])
    #expect(try await machine.setUp(["--ci"]).status == 0)
    #expect(machine.calls == ["apt-get install -y --no-install-recommends tmux python3 faketime"])
  }
}

/// A folder of stubs that is all of PATH, besides what the script itself needs.
private struct PlayedMachine {
  private let home: TestHome

  init(_ tools: [String: String]) throws {
    home = try TestHome()
    try Data().write(to: home.file("calls"))
    for tool in ["bash", "cat", "env", "grep", "mktemp", "rm", "sh", "tail", "true"] {
      let path = ["/bin/\(tool)", "/usr/bin/\(tool)"].first { FileManager.default.fileExists(atPath: $0) }
      try FileManager.default.createSymbolicLink(atPath: home.file(tool).path, withDestinationPath: path ?? "")
    }
    for (tool, body) in tools {
      let record = tool == "apt-get" ? #"echo "apt-get $*" >>"$CALLS""# : ""
      try "#!/bin/sh\n\(record)\n\(body)\n".write(to: home.file(tool), atomically: true, encoding: .utf8)
      chmod(home.file(tool).path, 0o755)
    }
  }

  func setUp(_ arguments: [String] = []) async throws -> Binary.Result {
    let script = Repository.folder.appendingPathComponent(".ci/setup").path
    return try await Binary.run(
      [script] + arguments, home: home,
      environment: ["PATH": home.folder.path, "CALLS": home.file("calls").path, "CI": ""],
      binary: "/bin/bash")
  }

  var calls: [String] {
    ((try? String(contentsOf: home.file("calls"), encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
  }
}
