import Foundation
import Testing

/// `kill -9` at random moments of a stream of sign-ups, sign-ins and sign-outs; `.ci/crash` does it 500 times.
///
/// `AUTHSH_CRASHES` says how often; `AUTHSH_SEED` repeats what is typed, though not the moments.
@Suite struct CrashTests {
  private static let crashes =
    ProcessInfo.processInfo.environment["AUTHSH_CRASHES"].flatMap { Int($0) } ?? 25

  @Test func `a crash at any moment loses nothing that was answered`() async throws {
    print("crashes: \(Self.crashes) with AUTHSH_SEED=\(Seeded.seed)")
    let scene = try CrashScene(seed: Seeded.seed)
    for number in 1...Self.crashes {
      do { try await scene.crash() } catch {
        Issue.record("crash \(number) of AUTHSH_SEED=\(Seeded.seed): \(error)\n\(scene.story)")
        return
      }
      if number % 50 == 0 { print("crashes: \(number), \(scene.summary)") }
    }
    try await scene.checkAccounts()
    #expect(scene.killed > 0)
    print("crashes: done, \(scene.summary)")
  }

  @Test func `a crash at any moment leaves each change of an account whole or undone`() async throws {
    print("account crashes: \(Self.crashes) with AUTHSH_SEED=\(Seeded.seed)")
    let scene = try AccountCrashScene(seed: Seeded.seed)
    for number in 1...Self.crashes {
      do { try scene.crash() } catch {
        Issue.record("account crash \(number) of AUTHSH_SEED=\(Seeded.seed): \(error)\n\(scene.story)")
        return
      }
      if number % 50 == 0 { print("account crashes: \(number), \(scene.summary)") }
    }
    #expect(scene.killed == Self.crashes)
    print("account crashes: done, \(scene.summary)")
  }
}
