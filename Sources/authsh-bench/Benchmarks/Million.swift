import Accounts
import Foundation
import LocalAccounts

extension Benchmark {
  /// One account among a million, against one among a thousand.
  static let million = Benchmark("million", "one account among a million against one among a thousand") { bench in
    let many = try await bench.home(withAccounts: bench.count(1_000_000, quick: 10_000))
    let few = try await bench.home(withAccounts: 1_000)
    return [
      try await show(bench, many, few),
      try await lookUp(bench, many, few),
    ]
  }

  /// `server show`, from start to end.
  @MainActor
  private static func show(_ bench: Bench, _ many: String, _ few: String) async throws -> Row {
    let line = ["-c", "server show user500@example.com"]
    let medians = try await medians(of: bench.count(100, quick: 5)) {
      try await seconds { try bench.run(line, home: many) } * 1_000
    } against: {
      try await seconds { try bench.run(line, home: few) } * 1_000
    }
    return .measured("million.show", medians, "ms", peer: "among a thousand", budget: 1.3)
  }

  /// A look-up in a service that is open already; other accounts each time.
  @MainActor
  private static func lookUp(_ bench: Bench, _ many: String, _ few: String) async throws -> Row {
    let count = 200
    let big = LocalAccounts(path: "\(many)/accounts.db", profile: .durable)
    let small = LocalAccounts(path: "\(few)/accounts.db", profile: .durable)
    func time(_ service: LocalAccounts, among accounts: Int) async throws -> Double {
      try await seconds {
        for index in 1...count { _ = try await service.account("user\(index * (accounts / count))@example.com") }
      } * 1e6 / Double(count)
    }
    let size = bench.count(1_000_000, quick: 10_000)
    let medians = try await medians(of: bench.count(21, quick: 3)) {
      try await time(big, among: size)
    } against: {
      try await time(small, among: 1_000)
    }
    return .measured("million.lookup", medians, "us", peer: "among a thousand", budget: 3)
  }
}

extension Bench {
  /// A home whose store holds so many accounts, `user1@example.com` and on; none of them can sign in.
  fileprivate func home(withAccounts count: Int) async throws -> String {
    let home = path("accounts-\(count)")
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    let file = "\(home)/accounts.db"
    try await LocalAccounts(path: file, profile: .durable).setClockOffset(.zero)
    let database = try Database(path: file, busyTimeout: .seconds(4))
    try database.script(
      """
      BEGIN;
      WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < \(count))
      INSERT INTO accounts (uid, email, password, created_at, last_sign_in_at, valid_since)
      SELECT printf('u%027d', i), printf('user%d@example.com', i), '$scrypt$ln=15,r=8,p=3$none$none', i, i, i FROM numbers;
      COMMIT;
      PRAGMA wal_checkpoint(TRUNCATE);
      """)
    return home
  }
}
