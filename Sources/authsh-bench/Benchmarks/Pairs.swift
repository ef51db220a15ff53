import AuthStorage
import LocalAccounts

extension Benchmark {
  /// Sign-in and sign-out on a home that is thrown away, where the hash costs next to nothing.
  ///
  /// In a script and at the prompt: that one also hears of each of its own writes, because it watches the home.
  static let pairs = Benchmark("pairs", "sign-in and sign-out on a throw-away home against bare hashes") { bench in
    [
      try await pairs("pairs.script", bench, isWatching: false),
      try await pairs("pairs.prompt", bench, isWatching: true),
    ]
  }

  @MainActor
  private static func pairs(_ name: String, _ bench: Bench, isWatching: Bool) async throws -> Row {
    let shell = try await RunningShell(on: .throwaway(), .throwaway, isWatching: isWatching)
    defer { shell.stop() }
    let count = 20
    let medians = try await medians(of: bench.count(49, quick: 5)) {
      try await seconds {
        for _ in 0..<count {
          try await shell.signIn()
          try await shell.signOut()
        }
      } * 1_000 / Double(count)
    } against: {
      try await seconds { for _ in 0..<count * 4 { try hash(logN: 4) } } * 1_000 / Double(count * 4)
    }
    return .measured(name, medians, "ms", peer: "bare scrypt N=2^4 r=8 p=3", budget: 8)
  }

  /// Hashes as a store of that cost does.
  static func hash(logN: Int) throws {
    _ = try Scrypt.derive(
      password: Array(repeating: 65, count: 13), salt: Array(repeating: 1, count: 16),
      cost: ScryptCost(logN: logN, r: 8, p: 3), length: 32)
  }
}
