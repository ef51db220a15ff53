import Foundation
import Testing

/// A home that cannot be written, or is not there at all.
@Suite struct HomeFaultTests {
  /// Runs commands as an ordinary user in a folder that this user may not change.
  private func inClosedFolder(_ home: TestHome, _ binary: String, _ commands: String...) async throws -> Binary.Result {
    let folder = home.folder.path
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder) }
    return try await Binary.run(
      ["--keep-going"] + commands.flatMap { ["-c", $0] }, home: home, in: OrdinaryUser.wrapper, binary: binary)
  }

  @Test(.enabled(if: OrdinaryUser.isThere, "needs an ordinary user: setpriv is missing"))
  func `in a folder without permission a session can be used, but nothing changed`() async throws {
    let home = try TestHome()
    let binary = try OrdinaryUser.settle(in: home)
    #expect(
      try await Binary.run(["-c", "signin --anonymous"], home: home, in: OrdinaryUser.wrapper, binary: binary).status
        == 0)
    let before = Fingerprint(home.file("defaults.plist"))
    let run = try await inClosedFolder(home, binary, "whoami", "defaults write a 1", "signout", "status --json")
    #expect(run.status == 7 && run.crash == nil)
    #expect(run.output.contains("an anonymous user"))
    for command in ["defaults write", "signout"] {
      #expect(
        run.errors.contains(
          "authsh: \(command): \(home.file("defaults.plist").path) cannot be written: permission denied"))
    }
    #expect(run.errors.contains("; make it writable, or use --home DIR"))
    #expect(run.lastStatus["root"] as? String == "home")
    #expect(Fingerprint(home.file("defaults.plist")) == before)
  }

  @Test(.enabled(if: OrdinaryUser.isThere, "needs an ordinary user: setpriv is missing"))
  func `in an empty folder without permission a sign-in fails and leaves nothing`() async throws {
    let home = try TestHome()
    let binary = try OrdinaryUser.settle(in: home)
    let run = try await inClosedFolder(home, binary, "status --json", "signin --anonymous", "defaults write a 1")
    #expect(run.status == 7 && run.crash == nil)
    #expect(run.lastStatus["root"] as? String == "login")
    #expect(run.errors.contains("authsh: signin: the account store cannot be written: read-only; make it writable"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.folder.path) == ["program"])
  }

  @Test(.enabled(if: Machine.hasNamespaces, "needs unshare with mount namespaces"))
  func `on a read-only mount a session can be used, but nothing changed`() async throws {
    let home = try TestHome()
    #expect(try await Binary.commands("signin --anonymous", home: home).status == 0)
    let run = try await Binary.run(
      ["--keep-going", "-c", "whoami", "-c", "defaults write a 1", "-c", "signout", "-c", "status --json"], home: home,
      in: mounted("mount --bind . . && mount -o remount,ro,bind ."))
    #expect(run.status == 7 && run.crash == nil)
    #expect(run.output.contains("an anonymous user"))
    #expect(
      run.errors.contains("authsh: signout: ") && run.errors.contains("is on a read-only file system; make it writable")
    )
    #expect(run.lastStatus["root"] as? String == "home")
    #expect(try await Binary.commands("whoami", home: home).status == 0)
  }

  @Test(
    .enabled(if: Machine.hasNamespaces, "needs unshare with mount namespaces"),
    arguments: [4, 16, 40, 64, 84, 100, 116])
  func `on a full disk a sign-in succeeds or fails as a whole`(_ kilobytes: Int) async throws {
    let home = try TestHome()
    let run = try await Binary.run(
      ["--keep-going", "-c", "signin --anonymous", "-c", "status --json", "-c", "restart", "-c", "status --json"],
      home: home, in: mounted("mount -t tmpfs -o size=\(kilobytes)k none ."))
    #expect(run.crash == nil)
    let roots = run.objects.compactMap { $0["root"] as? String }
    let isIn = run.output.contains("signed in as an anonymous user\n")
    #expect(roots == (isIn ? ["home", "home"] : ["login", "login"]), "\(run.errors)")
    if !isIn { #expect(run.status == 7 && run.errors.contains("free some space and try again"), "\(run.errors)") }
  }

  @Test(.enabled(if: Machine.hasNamespaces, "needs unshare with mount namespaces"))
  func `when the disk fills up later, what was kept stays`() async throws {
    let home = try TestHome()
    let script = """
      mount -t tmpfs -o size=400k none . && cd "$PWD" && "$0" -c 'signin --anonymous' -c 'defaults write kept 1' || exit 99
      dd if=/dev/zero of=fill bs=4k count=200 2>/dev/null
      "$0" --keep-going -c 'defaults write kept 2' -c signout -c 'status --json'; echo "ended $?"
      rm fill
      "$0" -c 'defaults read kept' -c whoami; echo "ended $?"; ls -A
      """
    let run = try await Binary.run([], home: home, in: ["unshare", "-rm", "sh", "-c", script])
    #expect(
      run.errors.contains("authsh: defaults write: ")
        && run.errors.contains("cannot be written: the disk is full; free some"))
    #expect(run.errors.contains("authsh: signout: "))
    #expect(run.output.contains(/ended 7\n1\nan anonymous user\nuid .*\nended 0\n/), "\(run.output)")
    #expect(!run.output.contains(".tmp"))
  }

  @Test func `a home that is a file, or below one, is told`() async throws {
    let home = try TestHome()
    try Data().write(to: home.file("file"))
    for path in ["file", "file/below"] {
      let run = try await Binary.run(["--home", home.file(path).path, "-c", "status"], home: home)
      #expect(run.status == 7 && run.crash == nil && run.errors.contains("not a directory"))
    }
  }

  @Test(.enabled(if: geteuid() == 0 && OrdinaryUser.isThere, "needs root, to run as a user that is in no database"))
  func `a user without a HOME and without an entry is told what to set, and --ephemeral works`() async throws {
    let home = try TestHome()
    let stranger = ["env", "-i", "setpriv", "--reuid=4242", "--regid=4242", "--clear-groups"]
    let binary = try OrdinaryUser.settle(in: home)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: home.folder.path)
    let told = try await Binary.run(["-c", "status"], home: home, in: stranger, binary: binary)
    #expect(told.status == 7 && told.crash == nil)
    #expect(
      told.errors.contains("no home folder is known")
        && told.errors.contains("set HOME, or use --home DIR or --ephemeral"))
    let fine = try await Binary.run(
      ["--ephemeral", "-c", "signin --anonymous"], home: home, in: stranger, binary: binary)
    #expect(fine.status == 0, "\(fine.errors)")
  }

  @Test func `a clock that goes back takes no session and locks nobody out for good`() async throws {
    let run = try await Binary.commands(
      "clock advance 40d", "signin --anonymous", "clock reset", "whoami", "restart", "status --json", home: TestHome())
    #expect(run.status == 0 && run.crash == nil && run.lastStatus["root"] as? String == "home", "\(run.errors)")
    let back = try await Binary.commands("clock advance -5s", home: TestHome())
    #expect(back.status == 4 && back.errors.contains("'-5s' is no duration"))
  }

  /// A wrapper that prepares the home, which is the current folder, in a mount namespace of its own, and enters it anew.
  private func mounted(_ preparation: String) -> [String] {
    ["unshare", "-rm", "sh", "-c", "\(preparation) && cd \"$PWD\" && exec \"$@\"", "sh"]
  }
}
