import Foundation

extension Benchmark {
  /// `authsh -c status`, on a home that does not exist yet and on one where somebody has signed out.
  static let start = Benchmark("start", "authsh -c status against the least program with the same libraries") { bench in
    let signedOut = try bench.signedOutHome()
    let settings = "\(signedOut)/defaults.plist"
    let fresh = bench.path("fresh")
    return [
      try await start("start.fresh", bench, settings, home: fresh) {
        try? FileManager.default.removeItem(atPath: fresh)
      },
      try await start("start.signed-out", bench, settings, home: signedOut) {},
    ]
  }

  @MainActor
  private static func start(
    _ name: String, _ bench: Bench, _ settings: String, home: String, prepare: () -> Void
  ) async throws -> Row {
    let medians = try await medians(of: bench.count(200, quick: 10)) {
      prepare()
      return try await seconds { try bench.run(["-c", "status"], home: home) } * 1_000
    } against: {
      try await seconds { try Child.run(bench.peer, [settings]) } * 1_000
    }
    return .measured(name, medians, "ms", peer: "static Swift: one post, one plist", budget: 1.3)
  }
}
