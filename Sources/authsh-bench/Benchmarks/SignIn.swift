import AuthStorage
import Foundation
import LocalAccounts

extension Benchmark {
  /// What `signin` takes on a disk beside the hash, which is timed where it runs and taken off.
  static let signIn = Benchmark("signin", "signin on a disk, without its hash, against the bare fsyncs") { bench in
    let shell = try await RunningShell(on: Home.resolve(directory: bench.path("disk"), environment: [:]), .durable)
    defer { shell.stop() }
    try await shell.signIn()
    let bare = try BareSignIn(
      in: bench.path("bare"), vault: size(of: shell.home.vaultPath), settings: size(of: shell.home.defaultsPath))
    let medians = try await medians(of: bench.count(50, quick: 5)) {
      try await shell.signOut()
      HashClock.reset()
      return (try await seconds { try await shell.signIn() } - HashClock.seconds) * 1_000
    } against: {
      bare.reset()
      return try await seconds { try bare.run() } * 1_000
    }
    guard HashClock.seconds > 0 else { throw BenchError("the hash was not seen") }
    let note = "without the hash, of which the last took \((HashClock.seconds * 1_000).rounded(digits: 3)) ms"
    return [.measured("signin", medians, "ms", peer: "one commit, two files, bare", budget: 3, note: note)]
  }

  private static func size(of path: String) throws -> Int {
    try Data(contentsOf: URL(fileURLWithPath: path)).count
  }
}
