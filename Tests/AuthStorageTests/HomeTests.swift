@testable import AuthStorage
import Foundation
import Testing

@Suite struct HomeTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func `the XDG variables say where the files are`() throws {
    let home = try Home.resolve(
      directory: nil, environment: ["XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "/s"])
    #expect(
      home.files.map(\.path) == [
        "/c/authsh/defaults.plist", "/c/authsh/.defaults.plist.lock", "/d/authsh/accounts.db",
        "/d/authsh/accounts.db-wal", "/d/authsh/accounts.db-shm", "/s/authsh/session", "/s/authsh/.session.lock",
        "/s/authsh/session.lock",
      ])
    #expect(!home.isThrowaway)
  }

  @Test func `relative and empty variables do not count`() throws {
    let home = try Home.resolve(
      directory: nil, environment: ["HOME": "/h", "XDG_CONFIG_HOME": "c", "XDG_DATA_HOME": "", "AUTHSH_HOME": ""])
    #expect(home.defaultsPath == "/h/.config/authsh/defaults.plist")
    #expect(home.databasePath == "/h/.local/share/authsh/accounts.db")
    #expect(home.vaultPath == "/h/.local/state/authsh/session")
  }

  @Test(arguments: [nil, "", "relative"])
  func `without HOME the user database is asked`(home: String?) throws {
    let expected = Platform.homeFromUserDatabase().map { "\($0)/.config/authsh/defaults.plist" }
    let found = try? Home.resolve(directory: nil, environment: home.map { ["HOME": $0] } ?? [:])
    #expect(found?.defaultsPath == expected)
  }

  @Test func `one folder can hold everything, an option before the variable`() throws {
    let environment = ["AUTHSH_HOME": "/a/../b/", "HOME": "/h"]
    #expect(try Home.resolve(directory: nil, environment: environment).databasePath == "/b/accounts.db")
    #expect(try Home.resolve(directory: "/o", environment: environment).defaultsPath == "/o/defaults.plist")
    let here = FileManager.default.currentDirectoryPath
    #expect(try Home.resolve(directory: "x", environment: [:]).vaultPath == "\(here)/x/session")
    #expect(throws: StorageError.self) { try Home.resolve(directory: "", environment: environment) }
  }

  @Test func `folders are made for their owner alone, and existing ones left alone`() throws {
    let home = try Home.resolve(directory: scratch.path("a/b"), environment: [:])
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.folder)
    try home.prepare()
    try home.prepare()
    #expect(try scratch.mode("a") == 0o700)
    #expect(try scratch.mode("a/b") == 0o700)
    #expect(try scratch.mode("") == 0o755)
    home.remove()
    #expect(FileManager.default.fileExists(atPath: scratch.path("a/b")))
  }

  @Test func `a file where a folder should be is an error`() throws {
    try scratch.write("", to: "a")
    for name in ["a", "a/b"] {
      let home = try Home.resolve(directory: scratch.path(name), environment: [:])
      #expect(throws: StorageError.self) { try home.prepare() }
    }
  }

  @Test func `a throw-away home is private and goes with all in it`() async throws {
    let home = try Home.throwaway(in: scratch.folder)
    #expect(home.isThrowaway)
    #expect(home.durability == .throwaway)
    let folder = try #require(try scratch.names.first)
    #expect(folder.wholeMatch(of: /authsh-[A-Za-z0-9]{6}/) != nil)
    #expect(try scratch.mode(folder) == 0o700)
    try home.prepare()
    let defaults = Defaults(path: home.defaultsPath, durability: home.durability)
    defaults.set(1, forKey: "a")
    try await defaults.flush()
    home.remove()
    home.remove()
    #expect(try scratch.names.isEmpty)
  }

  @Test func `the sweep takes what a killed program left, and nothing else`() throws {
    let living = try Home.throwaway(in: scratch.folder)
    let livingName = try #require(try scratch.names.first)
    // As a killed program leaves it: the marker is there, the lock is not.
    try FileManager.default.createDirectory(atPath: scratch.path("authsh-killed"), withIntermediateDirectories: false)
    try scratch.write("", to: "authsh-killed/.throwaway")
    try scratch.write("", to: "authsh-killed/accounts.db")
    // A person's own folder that only has such a name.
    try FileManager.default.createDirectory(atPath: scratch.path("authsh-backup"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("authsh-linked"), withDestinationPath: "authsh-backup")
    ThrowawayFolder.sweep(scratch.folder)
    #expect(try scratch.names == [livingName, "authsh-backup", "authsh-linked"])
    living.remove()
  }

  @Test func `a throw-away home needs a folder to be in`() {
    #expect(throws: StorageError.self) { try Home.throwaway(in: "/none") }
  }

  @Test func `the first throw-away home of a process is under the temporary directory`() throws {
    let home = try Home.throwaway()
    defer { home.remove() }
    #expect(
      FileManager.default.fileExists(atPath: URL(fileURLWithPath: home.vaultPath).deletingLastPathComponent().path))
  }
}
