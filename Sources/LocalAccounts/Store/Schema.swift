internal import Accounts

/// The tables, as steps from each version to the next. A step that was released is never edited; a change is a new step.
///
/// Times are microseconds since 1970 on the service's clock.
enum Schema {
  /// The version this program writes, in `user_version`.
  static var version: Int { steps.count }

  /// Marks the file as ours among all SQLite files: `auth` in ASCII.
  static let applicationID = 0x6175_7468

  /// Step `n` leads from version `n` to `n + 1`.
  private static let steps = [
    """
    CREATE TABLE meta (
      key TEXT PRIMARY KEY,
      value INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE accounts (
      id INTEGER PRIMARY KEY,
      uid TEXT NOT NULL UNIQUE,
      email TEXT UNIQUE,
      email_verified INTEGER NOT NULL DEFAULT 0,
      disabled INTEGER NOT NULL DEFAULT 0,
      display_name TEXT,
      photo_url TEXT,
      password TEXT,
      created_at INTEGER NOT NULL,
      last_sign_in_at INTEGER NOT NULL,
      valid_since INTEGER NOT NULL
    ) STRICT;

    -- token: SHA-256 of the refresh token, which itself is kept by its owner alone.
    CREATE TABLE sessions (
      id INTEGER PRIMARY KEY,
      token BLOB NOT NULL UNIQUE,
      account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      begun_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX sessions_by_account ON sessions (account);

    -- address: SHA-256 of an address that somebody failed to sign in with, whether an account has it or not.
    CREATE TABLE attempts (
      address BLOB PRIMARY KEY,
      failures INTEGER NOT NULL,
      failed_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX attempts_by_time ON attempts (failed_at);
    """,
    """
    -- sid: what the session is called outside. previous: the hash of the refresh token before, good until this one is used.
    ALTER TABLE sessions ADD COLUMN sid TEXT NOT NULL DEFAULT '';
    ALTER TABLE sessions ADD COLUMN previous BLOB;
    ALTER TABLE sessions ADD COLUMN authenticated_at INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE sessions ADD COLUMN refreshed_at INTEGER NOT NULL DEFAULT 0;
    UPDATE sessions SET sid = lower(hex(randomblob(16))), authenticated_at = begun_at, refreshed_at = begun_at;
    CREATE UNIQUE INDEX sessions_by_sid ON sessions (sid);
    CREATE UNIQUE INDEX sessions_by_previous ON sessions (previous);

    -- The Ed25519 key that signs ID tokens.
    CREATE TABLE keys (
      kid TEXT PRIMARY KEY,
      private BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- code: in clear, since the outbox is the mail. account: none where nothing was sent.
    CREATE TABLE codes (
      id INTEGER PRIMARY KEY,
      account INTEGER REFERENCES accounts (id) ON DELETE CASCADE,
      purpose TEXT NOT NULL,
      email TEXT NOT NULL,
      new_email TEXT,
      code TEXT NOT NULL UNIQUE,
      sent_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      spent INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX codes_by_account ON codes (account);
    CREATE INDEX codes_by_expiry ON codes (expires_at);

    -- Profile documents: id is the uid, body is JSON.
    CREATE TABLE users (
      id TEXT PRIMARY KEY REFERENCES accounts (uid) ON DELETE CASCADE,
      body TEXT NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """,
  ]

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

  /// The key of a store that is up to date.
  static func signingKey(of database: Database) throws(AuthError) -> SigningKey {
    let found = try database.first("SELECT kid, private FROM keys") { (row) in (row.text(0), row.bytes(1)) }
    guard let found, let id = found.0 else { throw .store(.corrupt) }
    return try SigningKey(id: id, privateKey: found.1)
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
      // The second step has room for the key; it is made here, from the injected randomness.
      if found < 2 {
        try database.run(
          "INSERT INTO keys VALUES (?, ?)", .text(Base64.encodeForURL(random.bytes(8))),
          .blob(random.bytes(SigningKey.length)))
      }
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
