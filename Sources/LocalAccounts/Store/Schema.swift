internal import Accounts

/// Brings a store's file to the version that this program writes; the steps stand in `Schema+Steps.swift`.
enum Schema {
  /// The version this program writes, in `user_version`.
  static var version: Int { steps.count }

  /// Marks the file as ours among all SQLite files: `auth` in ASCII.
  static let applicationID = 0x6175_7468

  /// Readies an open database: refuses one that is not ours or comes from a later version, brings an older one up to date.
  ///
  /// `profile` is what a new store becomes; one that is there already knows for itself. The answer is what the store is.
  static func prepare(
    _ database: Database, _ profile: StoreProfile, _ random: any RandomSource
  ) throws(AuthError) -> StoreProfile {
    let isNew = try versionSeenAtOnce(in: database) == 0
    let profile = isNew ? profile : try mark(in: database)
    try database.script(profile.settings)
    try database.script("PRAGMA foreign_keys = ON")
    try migrate(database, profile, random)
    return profile
  }

  private static func migrate(
    _ database: Database, _ profile: StoreProfile, _ random: any RandomSource
  ) throws(AuthError) {
    guard try versionSeenAtOnce(in: database) < version else { return }
    try database.transaction(.write) { () throws(AuthError) in
      // Asked again under the lock: another process may have done it meanwhile.
      let found = try checkedVersion(of: database)
      for step in steps[found...] { try database.script(step) }
      if found == 0 {
        try database.script("PRAGMA application_id = \(applicationID)")
        try database.run("INSERT INTO meta VALUES ('throwaway', ?)", .flag(profile == .throwaway))
      }
      if found < versionWithKeys { try SigningKey.make(in: database, random) }
      try database.script("PRAGMA user_version = \(version)")
    }
  }

  private static func mark(in database: Database) throws(AuthError) -> StoreProfile {
    try database.number("SELECT value FROM meta WHERE key = 'throwaway'") == 0 ? .durable : .throwaway
  }

  /// The same in one look: between two, another process may make the tables.
  private static func versionSeenAtOnce(in database: Database) throws(AuthError) -> Int {
    try database.transaction(.read) { () throws(AuthError) in try checkedVersion(of: database) }
  }

  /// The version of a database that is ours, or empty. Asks twice, so it needs a transaction around it.
  private static func checkedVersion(of database: Database) throws(AuthError) -> Int {
    let found = Int(try database.number("PRAGMA user_version"))
    guard found <= version else { throw .store(.newer(version: found)) }
    let isOurs =
      found > 0
      ? try database.number("PRAGMA application_id") == Int64(applicationID)
      : try database.number("SELECT count(*) FROM sqlite_schema") == 0
    guard found >= 0, isOurs else { throw .store(.unusable("an SQLite file, but no account store")) }
    return found
  }
}
