import Foundation
import Testing

/// The invariants I1-I7, I9 and I10 over random commands, restarts among them, while a foreign thread posts and a second
/// process works on the same home.
///
/// `AUTHSH_SEED` repeats a run, `AUTHSH_COMMANDS` changes its length.
@MainActor
@Suite struct InvariantTests {
  private nonisolated static let total =
    ProcessInfo.processInfo.environment["AUTHSH_COMMANDS"].flatMap { Int($0) } ?? 10_000
  private nonisolated static let worlds = 4

  @Test(arguments: 0..<worlds)
  func `the invariants hold over 10,000 random commands`(number: Int) async throws {
    let seed = Seeded.seed + UInt64(number)
    print("invariants: world \(number) of AUTHSH_SEED=\(Seeded.seed)")
    let world = try await World(seed: seed)
    defer { world.end() }
    var steps = RandomCommands(seed: seed)
    while world.commands < Self.total / Self.worlds {
      do { try await world.take(steps.next()) } catch {
        Issue.record("\(error)\nAUTHSH_SEED=\(Seeded.seed), after \(world.commands) commands:\n\(world.story)")
        return
      }
    }
    #expect(world.commands >= Self.total / Self.worlds)
  }
}
