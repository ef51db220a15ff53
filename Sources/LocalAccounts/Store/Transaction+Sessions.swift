internal import Accounts

/// A row of `sessions` with its owner's.
struct SessionRecord {
  /// The key of the row.
  let id: Int64
  /// What the session is called outside.
  let sid: String
  /// Whose it is.
  let account: AccountRecord
  let startedAt: Timestamp
  /// When the owner last proved who they are in it.
  let authenticatedAt: Timestamp
  /// When it last got tokens.
  let refreshedAt: Timestamp
  /// The owner's instant before which no token may have been made.
  let validSince: Timestamp
  /// Whether the token before the present one is still good, because nobody has used the present one yet.
  let hasPrevious: Bool
}

/// Of a refresh token only the hash is kept. Each trade makes a new one; the one before stays good, as `previous`, until
/// the new one is used, so that a client that dies in between is not locked out.
extension Transaction {
  /// How long after a proof of who is typing grave things may be asked for, in microseconds: five minutes.
  private static let recent: Int64 = 300_000_000

  /// Opens a session for an account.
  func openSession(_ record: AccountRecord, sid: String, token: Secret) throws(AuthError) -> Session {
    // A clock that went back must not open a session that is refused at once.
    try database.run(
      """
      INSERT INTO sessions (sid, token, account, begun_at, authenticated_at, refreshed_at)
      SELECT ?1, ?2, id, max(valid_since, ?3), ?3, ?3 FROM accounts WHERE id = ?4
      """, .text(sid), .blob(token.digest), .integer(now.microseconds), .integer(record.id))
    return try present(try openSession("sid = ?", .text(sid)), token)
  }

  /// The session with this refresh token, and whether the token is the present one.
  /// - Throws: `userTokenExpired` for a token that is unknown or was revoked, `userDisabled` for a closed account.
  func session(of token: Secret) throws(AuthError) -> (session: SessionRecord, isPresent: Bool) {
    let digest = SQLValue.blob(token.digest)
    let isPresent = try database.number("SELECT count(*) FROM sessions WHERE token = ?", digest) == 1
    return (try openSession(isPresent ? "token = ?" : "previous = ?", digest), isPresent)
  }

  /// The session that an ID token speaks for.
  /// - Throws: `idTokenExpired` for one that is only too old, `userTokenExpired` for any other that is no good.
  func session(idToken: Secret) throws(AuthError) -> SessionRecord {
    guard let token = IDToken(idToken, by: signer) else { throw .userTokenExpired }
    let session = try openSession("sid = ?", .text(token.sid))
    guard session.account.account.uid == token.sub else { throw .userTokenExpired }
    guard token.exp > now.seconds, token.iat >= session.validSince.seconds else { throw .idTokenExpired }
    return session
  }

  /// The same for what asks for a recent proof of who is typing.
  func recentSession(idToken: Secret) throws(AuthError) -> SessionRecord {
    let session = try session(idToken: idToken)
    guard now.microseconds - session.authenticatedAt.microseconds <= Self.recent else { throw .requiresRecentLogin }
    return session
  }

  /// Gives a session a new refresh token. `used` is the old one that was presented; without it one that is not known to have
  /// been kept stays second to one that is.
  func rotate(_ session: SessionRecord, to token: Secret, used: Secret? = nil) throws(AuthError) -> Session {
    try database.run(
      """
      UPDATE sessions SET previous = coalesce(?1, previous, token), token = ?2, refreshed_at = ?3,
        begun_at = max(begun_at, (SELECT valid_since FROM accounts WHERE accounts.id = account))
      WHERE id = ?4
      """, used.map { .blob($0.digest) } ?? .null, .blob(token.digest), .integer(now.microseconds),
      .integer(session.id))
    return try present(try openSession("sid = ?", .text(session.sid)), token)
  }

  /// The present token was used: the one before it is no good any more.
  func forgetPrevious(_ session: SessionRecord) throws(AuthError) {
    try database.run("UPDATE sessions SET previous = NULL WHERE id = ?", .integer(session.id))
  }

  /// Notes that the owner has proved who they are.
  func authenticate(_ session: SessionRecord) throws(AuthError) {
    try database.run(
      "UPDATE sessions SET authenticated_at = ? WHERE id = ?", .integer(now.microseconds), .integer(session.id))
  }

  /// A session as its client gets it: the account, the refresh token, and a fresh ID token.
  func present(_ session: SessionRecord, _ token: Secret) throws(AuthError) -> Session {
    Session(
      account: session.account.account, refreshToken: token,
      idToken: try IDToken(session, now: now).signed(by: signer))
  }

  /// The open sessions of an account, the newest first.
  func sessions(_ record: AccountRecord) throws(AuthError) -> [SessionRecord] {
    try database.all(
      """
      SELECT sessions.id, sid, begun_at, authenticated_at, refreshed_at, valid_since, previous IS NOT NULL
      FROM sessions JOIN accounts ON accounts.id = account
      WHERE account = ? AND begun_at >= valid_since ORDER BY sessions.id DESC
      """, .integer(record.id)
    ) { (row) throws(AuthError) in try SessionRecord(row, record) }
  }

  /// How many sessions of an account are open.
  func sessionCount(_ record: AccountRecord) throws(AuthError) -> Int {
    Int(
      try database.number(
        """
        SELECT count(*) FROM sessions JOIN accounts ON accounts.id = sessions.account
        WHERE account = ? AND begun_at >= valid_since
        """, .integer(record.id)))
  }

  /// Ends one session; one that is gone already is no error.
  func endSession(_ token: Secret) throws(AuthError) {
    try database.run("DELETE FROM sessions WHERE token = ?", .blob(token.digest))
    try database.run("DELETE FROM sessions WHERE previous = ?", .blob(token.digest))
  }

  /// Ends all sessions of an account, but for one that is to stay.
  func endSessions(_ record: AccountRecord, except stays: SessionRecord? = nil) throws(AuthError) {
    try database.run(
      "DELETE FROM sessions WHERE account = ? AND id IS NOT ?", .integer(record.id),
      stays.map { .integer($0.id) } ?? .null)
  }

  private func openSession(_ condition: String, _ value: SQLValue) throws(AuthError) -> SessionRecord {
    let owner = try database.first("SELECT account FROM sessions WHERE \(condition)", value) { (row) in row.integer(0) }
    guard let owner, let record = try account(id: owner) else { throw .userTokenExpired }
    let found = try database.first(
      """
      SELECT sessions.id, sid, begun_at, authenticated_at, refreshed_at, valid_since, previous IS NOT NULL
      FROM sessions JOIN accounts ON accounts.id = account
      WHERE \(condition) AND begun_at >= valid_since
      """, value
    ) { (row) throws(AuthError) in try SessionRecord(row, record) }
    guard let found else { throw .userTokenExpired }
    guard !record.account.isDisabled else { throw .userDisabled }
    return found
  }
}

extension SessionRecord {
  /// Reads the columns in the order of the statements above.
  fileprivate init(_ row: Row, _ owner: AccountRecord) throws(AuthError) {
    guard let sid = row.text(1) else { throw .store(.corrupt) }
    self.init(
      id: row.integer(0), sid: sid, account: owner, startedAt: Timestamp(microseconds: row.integer(2)),
      authenticatedAt: Timestamp(microseconds: row.integer(3)), refreshedAt: Timestamp(microseconds: row.integer(4)),
      validSince: Timestamp(microseconds: row.integer(5)), hasPrevious: row.flag(6))
  }
}
