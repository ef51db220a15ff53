import Foundation
import Testing

/// The container recipe of README, as far as a machine without a container engine allows: an empty root file system that
/// holds the program, the libraries it names and nothing else.
@Suite(.enabled(if: BareRoot.isPossible, "needs the right to make namespaces"))
struct ContainerTests {
  @Test func `a UID without a user entry, no HOME and no TERM are enough`() async throws {
    let root = try BareRoot()
    let first = try await root.run(["-c", "signin --anonymous", "-c", "status --json"])
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output.contains(#""root":"home""#))
    let second = try await root.run(["-c", "whoami"])
    #expect(second.status == 0, "\(second.errors)")
  }

  @Test func `without a home it says what to do`() async throws {
    let root = try BareRoot()
    let run = try await root.run(["-c", "status"], environment: ["AUTHSH_HOME": ""])
    #expect(run.status == 7)
    #expect(run.errors.contains("set HOME, or use --home DIR or --ephemeral"))
  }

  @Test func `where /proc is missing it says so, and does not run without its arguments`() async throws {
    let run = try await BareRoot().run(["-c", "status"], withProcesses: false)
    #expect(run.status == 2)
    #expect(run.errors.contains("authsh: the command line cannot be read; mount /proc\n"))
  }

  @Test func `as process 1 it ends at TERM with 143`() throws {
    let root = try BareRoot()
    let shell = try LiveShell(environment: root.environment, ["-"], in: ["env", "PATH=/usr/bin:/bin"] + root.wrapper())
    _ = try shell.command("status")
    #expect(try shell.end(by: SIGTERM, isWrapped: true) == 143)
  }

  @Test func `the recipe installs the packages of the libraries that the program names`() async throws {
    let recipe = try Repository.block("dockerfile")
    let packages = ["libedit.so.2": "libedit2", "libsqlite3.so.0": "libsqlite3-0", "libcrypto.so.3": "libssl3"]
    let named = try await neededLibraries()
    for (library, package) in packages {
      #expect(named.contains(library))
      #expect(recipe.contains(" \(package)"))
    }
    // What Debian's slim image has anyway, and the Swift runtime, which only a debug build names.
    let present = [
      "libc.", "libm.", "libstdc++.", "libgcc_s.", "ld-linux", "libswift", "libFoundation", "lib_Foundation",
      "libdispatch",
      "libBlocksRuntime",
    ]
    let others = named.filter { name in packages[name] == nil && !present.contains { name.hasPrefix($0) } }
    #expect(others == [])
  }

  private func neededLibraries() async throws -> [String] {
    let run = try await Binary.run(["-d", Binary.path], home: TestHome(), binary: "/usr/bin/readelf")
    return run.output.matches(of: #/NEEDED.*\[(.*)\]/#).map { String($0.1) }
  }
}
