import Foundation
import Testing

/// The account store, unusable in every way: said clearly, untouched, and the person is home again once it is back.
@Suite struct AccountStoreTests {
  private enum Fault: String, CaseIterable, Sendable {
    case corrupt, folder, pipe, danglingLink

    var words: String {
      switch self {
      case .corrupt:
        "the account store is damaged; 'authsh --paths' says where it is; restore it from a copy or move it away"
      case .folder, .pipe: "accounts.db: not a plain file; 'authsh --paths' says where it is"
      case .danglingLink: "accounts.db: a link to nothing; 'authsh --paths' says where it is"
      }
    }

    func strike(_ file: URL) throws {
      switch self {
      case .corrupt: try Data((0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 31) }).write(to: file)
      case .folder: try Damage.folder.strike(file)
      case .pipe: try Damage.pipe.strike(file)
      case .danglingLink: try Damage.danglingLink.strike(file)
      }
    }
  }

  private static let files = ["accounts.db", "accounts.db-wal", "accounts.db-shm"]

  @Test(arguments: Fault.allCases)
  private func `an unusable store is told, and nothing of the client is lost over it`(_ fault: Fault) async throws {
    let home = try TestHome()
    #expect(try await Binary.commands("signin --anonymous", home: home).status == 0)
    let safe = home.file("safe")
    try FileManager.default.createDirectory(at: safe, withIntermediateDirectories: false)
    for name in Self.files where FileManager.default.fileExists(atPath: home.file(name).path) {
      try FileManager.default.moveItem(at: home.file(name), to: safe.appendingPathComponent(name))
    }
    try fault.strike(home.file("accounts.db"))
    let before = Fingerprint(home.file("accounts.db"))
    let run = try await Binary.commands(
      "status --json", "whoami", "server accounts", home: home, options: ["--keep-going"])
    #expect(run.status == 7 && run.crash == nil)
    #expect(run.errors.contains(fault.words), "\(run.errors)")
    #expect(run.lastStatus["root"] as? String == "splash")
    #expect(Fingerprint(home.file("accounts.db")) == before)

    for name in Self.files { try? FileManager.default.removeItem(at: home.file(name)) }
    for name in try FileManager.default.contentsOfDirectory(atPath: safe.path) {
      try FileManager.default.moveItem(at: safe.appendingPathComponent(name), to: home.file(name))
    }
    let back = try await Binary.commands("whoami", "status --json", home: home)
    #expect(back.status == 0 && back.lastStatus["root"] as? String == "home", "\(back.errors)")
  }

  @Test(.enabled(if: Machine.hasPython, "needs python3 with sqlite3"))
  func `a store of a later authsh is refused and left as it is`() async throws {
    let home = try TestHome()
    #expect(try await Binary.commands("signin --anonymous", home: home).status == 0)
    try await python(home, "c.execute('PRAGMA user_version = 999'); c.commit()")
    let run = try await Binary.commands("status --json", "server accounts", home: home, options: ["--keep-going"])
    #expect(run.status == 7 && run.crash == nil)
    #expect(run.errors.contains("was written by a later authsh (version 999); use that authsh"))
    #expect(run.lastStatus["root"] as? String == "splash")
    try await python(home, "assert c.execute('PRAGMA user_version').fetchone() == (999,)")
  }

  @Test(.enabled(if: Machine.hasPython, "needs python3 with sqlite3"))
  func `a store that another program holds is told, and works again once it is free`() async throws {
    let home = try TestHome()
    #expect(try await Binary.commands("signin --anonymous", home: home).status == 0)
    let holder = try Holder(home: home)
    let run = try await Binary.commands("status --json", home: home)
    #expect(run.status == 7 && run.crash == nil)
    #expect(run.errors.contains("another program holds the account store; end it, or try again"), "\(run.errors)")
    #expect(run.lastStatus["root"] as? String == "splash")
    holder.letGo()
    #expect(try await Binary.commands("whoami", home: home).status == 0)
  }

  /// Runs a statement on a connection `c` to the home's store.
  private func python(_ home: TestHome, _ statement: String) async throws {
    let script = "import sqlite3\nc = sqlite3.connect('accounts.db')\n\(statement)\nc.close()"
    let run = try await Binary.run(["python3", "-c", script], home: home, binary: "/usr/bin/env")
    #expect(run.status == 0, "\(run.errors)")
  }
}

/// Another program with the store all to itself.
private final class Holder {
  private let process = Process()
  private let input = Pipe()

  init(home: TestHome) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      """
      import sqlite3, sys
      c = sqlite3.connect('accounts.db', isolation_level=None)
      c.execute('PRAGMA locking_mode = EXCLUSIVE')
      c.execute('BEGIN EXCLUSIVE')
      print('held', flush=True)
      sys.stdin.read()
      """,
    ]
    process.currentDirectoryURL = home.folder
    let output = Pipe()
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    _ = output.fileHandleForReading.availableData
  }

  func letGo() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
