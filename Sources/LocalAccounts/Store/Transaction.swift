internal import Accounts

/// One unit of work on the store. It happens at one instant, wholly or not at all.
///
/// What can be asked and changed stands in the extensions, one file per table.
struct Transaction {
  /// The connection it runs on.
  let database: Database
  /// What the store is.
  let profile: StoreProfile
  /// What signs the store's ID tokens.
  let key: SigningKey
  /// Where uids, tokens and codes come from.
  let random: any RandomSource
  /// The instant, on the service's clock.
  let now: Timestamp
}

/// How far the service's clock stands from the machine's, in nanoseconds.
enum ClockOffset {
  /// The offset that every process on this store goes by.
  static func read(from database: Database) throws(AuthError) -> Int64 {
    try database.number("SELECT value FROM meta WHERE key = 'clock_offset'")
  }

  /// Sets it for all of them.
  static func write(_ nanoseconds: Int64, to database: Database) throws(AuthError) {
    try database.run("INSERT OR REPLACE INTO meta VALUES ('clock_offset', ?)", .integer(nanoseconds))
  }
}
