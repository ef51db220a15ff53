import Foundation
import Testing

/// The machine's clock going back, played by faketime, which `.ci/setup --ci` installs.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/faketime")))
struct ClockFaultTests {
  private static let yesterday = ["faketime", "-f", "-1d"]

  @Test func `a session of the future stays good, and signing in and out goes on`() async throws {
    let home = try TestHome()
    let made = try await Binary.run(
      ["-c", "signup ann@example.com --password-stdin"], home: home, input: Data("correct horse".utf8))
    #expect(made.status == 0)
    let there = try await Binary.run(["-c", "whoami\nsignout"], home: home, in: Self.yesterday)
    #expect(there.status == 0 && there.output.hasPrefix("ann@example.com\n") && there.errors.isEmpty)
    let again = try await Binary.run(
      ["-c", "signin ann@example.com --password-stdin"], home: home, input: Data("correct horse".utf8),
      in: Self.yesterday)
    #expect(again.status == 0 && again.errors.isEmpty)
    let now = try await Binary.run(["-c", "whoami"], home: home)
    #expect(now.status == 0 && now.output.hasPrefix("ann@example.com\n"))
  }

  @Test func `a wait that began in the future does not lock anyone out for days`() async throws {
    let home = try TestHome()
    let made = try await Binary.run(
      ["-c", "signup ann@example.com --password-stdin\nsignout"], home: home, input: Data("correct horse".utf8))
    #expect(made.status == 0)
    func signIn(_ password: String, in wrapper: [String] = []) async throws -> Binary.Result {
      try await Binary.run(
        ["-c", "signin ann@example.com --password-stdin"], home: home, input: Data(password.utf8), in: wrapper)
    }
    for _ in 1...5 { #expect(try await signIn("wrong").errors.contains("wrong e-mail or password")) }
    #expect(try await signIn("correct horse").errors.contains("too many failed tries; wait"))
    #expect(try await signIn("correct horse", in: Self.yesterday).status == 0)
  }
}
