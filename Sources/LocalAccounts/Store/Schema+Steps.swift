/// The tables, as steps from each version to the next. A step that was released is never edited; a change is a new step.
///
/// Times are microseconds since 1970 on the service's clock.
extension Schema {
  /// Step `n` leads from version `n` to `n + 1`.
  static let steps = [fromNothing, fromVersion1]

  /// The first version with a key to sign ID tokens with. Its bytes come from the program, so no step can make them.
  static let versionWithKeys = 2

  private static let fromNothing = """
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
    """

  private static let fromVersion1 = """
    -- sid: the session's public name, which its ID tokens carry. token, previous: SHA-256 of its refresh token, and of the
    -- one before it until the newer is used. generation: grows when ID tokens that are out must end.
    ALTER TABLE sessions RENAME TO sessions_of_version_1;
    CREATE TABLE sessions (
      id INTEGER PRIMARY KEY,
      sid TEXT NOT NULL UNIQUE,
      token BLOB NOT NULL UNIQUE,
      previous BLOB,
      account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      generation INTEGER NOT NULL DEFAULT 0,
      begun_at INTEGER NOT NULL,
      authenticated_at INTEGER NOT NULL,
      refreshed_at INTEGER NOT NULL
    ) STRICT;
    INSERT INTO sessions (id, sid, token, account, begun_at, authenticated_at, refreshed_at)
      SELECT id, lower(hex(randomblob(16))), token, account, begun_at, begun_at, begun_at FROM sessions_of_version_1;
    DROP TABLE sessions_of_version_1;
    CREATE INDEX sessions_by_account ON sessions (account);
    -- Most sessions have no earlier token, and pay nothing for this.
    CREATE UNIQUE INDEX sessions_by_previous ON sessions (previous) WHERE previous IS NOT NULL;

    -- private: the 32 bytes of an Ed25519 key (RFC 8032).
    CREATE TABLE keys (
      kid TEXT PRIMARY KEY,
      private BLOB NOT NULL
    ) STRICT;

    -- code: in clear, unlike a token, because the operator's outbox shows the mail with it in place of a mail server.
    -- account: none for a mail that nobody gets; such a row costs what a mail costs, and goes when its time is over.
    CREATE TABLE codes (
      id INTEGER PRIMARY KEY,
      code TEXT NOT NULL UNIQUE,
      account INTEGER REFERENCES accounts (id) ON DELETE CASCADE,
      purpose TEXT NOT NULL,
      email TEXT NOT NULL,
      new_email TEXT,
      recipient TEXT NOT NULL,
      spent INTEGER NOT NULL DEFAULT 0,
      sent_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX codes_by_account ON codes (account, spent);
    CREATE INDEX codes_by_recipient ON codes (recipient);
    CREATE INDEX codes_of_nobody ON codes (expires_at) WHERE account IS NULL;

    -- The profile documents `users/<uid>`, as JSON.
    CREATE TABLE users (
      id TEXT PRIMARY KEY REFERENCES accounts (uid) ON DELETE CASCADE,
      body TEXT NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;
    """
}
