internal import Accounts

/// Failures are counted per address, not per account, so that being locked out does not tell whether there is one.
extension Transaction {
  /// Throws `tooManyRequests` while an address waits.
  func refuseWhileLocked(_ address: String) throws(AuthError) {
    let wait = try database.first(
      "SELECT failures, failed_at FROM attempts WHERE address = ?", .blob(Secret(address).digest)
    ) { (row) in
      LockOut.remaining(
        failures: Int(row.integer(0)), failedAt: Timestamp(microseconds: row.integer(1)), now: now)
    }
    if let wait, let wait { throw .tooManyRequests(retryAfter: wait) }
  }

  /// Counts one more failure, and forgets those of long ago.
  func countFailure(_ address: String) throws(AuthError) {
    try database.run("DELETE FROM attempts WHERE failed_at < ?", .integer(now.microseconds - LockOut.memory))
    try database.run(
      """
      INSERT INTO attempts (address, failures, failed_at) VALUES (?1, 1, ?2)
      ON CONFLICT (address) DO UPDATE SET failures = failures + 1, failed_at = ?2
      """, .blob(Secret(address).digest), .integer(now.microseconds))
  }

  /// Forgets the failures of an address.
  func forgiveFailures(_ address: String) throws(AuthError) {
    try database.run("DELETE FROM attempts WHERE address = ?", .blob(Secret(address).digest))
  }
}
