import Foundation
import Testing

/// Random commands of both sides, client and operator, in two processes on one home: after each one the service and a model
/// of it agree.
///
/// `AUTHSH_SEED` repeats a run, `AUTHSH_COMMANDS` changes its length.
@Suite struct ServiceModelTests {
  private static let total = ProcessInfo.processInfo.environment["AUTHSH_COMMANDS"].flatMap { Int($0) } ?? 1_500

  @Test func `the service and the model agree after every command in two processes`() async throws {
    print("service model: AUTHSH_SEED=\(Seeded.seed)")
    let pair = try await TwoProcesses(seed: Seeded.seed)
    defer { pair.end() }
    while pair.commands < Self.total {
      do { try pair.step() } catch {
        Issue.record("\(error)\nAUTHSH_SEED=\(Seeded.seed), after \(pair.commands) commands:\n\(pair.story)")
        return
      }
    }
    print("service model: \(pair.outcomes.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" })")
    #expect(pair.outcomes.count > 10)
  }
}
