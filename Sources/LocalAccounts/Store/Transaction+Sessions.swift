internal import Accounts

/// A row of `sessions` that is accepted now.
struct SessionRecord: Equatable {
  /// The key of the row; grows with each session.
  let id: Int64
  /// Its public name.
  let sid: String
  /// The key of its owner's row.
  let account: Int64
  /// Grows when ID tokens that are out must end.
  let generation: Int64
  /// When it was opened.
  let begunAt: Timestamp
  /// When its owner last proved who they are in it.
  let authenticatedAt: Timestamp
  /// When it last got a refresh token.
  let refreshedAt: Timestamp
  /// Whether the refresh token before the current one is still good.
  let hasPrevious: Bool
}

/// An open session and its owner, as a token shows them.
struct Access {
  /// The session.
  let session: SessionRecord
  /// Whose it is.
  let owner: AccountRecord
}

extension Transaction {
  private static let accepted = """
    SELECT sessions.id, sid, account, generation, begun_at, authenticated_at, refreshed_at, previous IS NOT NULL \
    FROM sessions JOIN accounts ON accounts.id = sessions.account WHERE begun_at >= valid_since
    """

  /// Opens a session for an account. Of the refresh token only the hash is kept.
  func openSession(_ record: AccountRecord) throws(AuthError) -> Session {
    let (sid, token) = (random.sessionID(), random.refreshToken())
    // A clock that went back must not open a session that is refused at once.
    try database.run(
      """
      INSERT INTO sessions (sid, token, account, begun_at, authenticated_at, refreshed_at)
      SELECT ?1, ?2, id, max(valid_since, ?3), ?3, ?3 FROM accounts WHERE id = ?4
      """, .text(sid), .blob(token.digest), .integer(now.microseconds), .integer(record.id))
    return try tokens(token, of: try existing(sid), for: record)
  }

  /// The session that has this refresh token, now or before the last rotation.
  /// - Throws: `userTokenExpired` for a token that is unknown or was revoked, `userDisabled` for a closed account.
  func access(refreshToken: Secret) throws(AuthError) -> Access {
    let digest = SQLValue.blob(refreshToken.digest)
    var found = try database.first("\(Self.accepted) AND token = ?", digest, read: SessionRecord.init)
    if found == nil {
      found = try database.first("\(Self.accepted) AND previous = ?", digest, read: SessionRecord.init)
    }
    return try owned(found)
  }

  /// The session that has this public name.
  /// - Throws: as above.
  func access(sid: String) throws(AuthError) -> Access {
    try owned(try database.first("\(Self.accepted) AND sid = ?", .text(sid), read: SessionRecord.init))
  }

  /// The open sessions of an account, the newest first.
  func sessions(_ record: AccountRecord) throws(AuthError) -> [SessionRecord] {
    try database.all(
      "\(Self.accepted) AND account = ? ORDER BY sessions.id DESC", .integer(record.id), read: SessionRecord.init)
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

  /// Ends one session by either of its refresh tokens; one that is gone already is no error.
  func endSession(_ token: Secret) throws(AuthError) {
    let digest = SQLValue.blob(token.digest)
    guard try database.run("DELETE FROM sessions WHERE token = ?", digest) == 0 else { return }
    try database.run("DELETE FROM sessions WHERE previous = ?", digest)
  }

  /// Ends all sessions of an account, save one where it is named.
  func endSessions(_ record: AccountRecord, except kept: SessionRecord? = nil) throws(AuthError) {
    try database.run(
      "DELETE FROM sessions WHERE account = ? AND id IS NOT ?", .integer(record.id),
      kept.map { .integer($0.id) } ?? .null)
  }

  /// What the session is after a change to its row.
  func existing(_ sid: String) throws(AuthError) -> SessionRecord {
    let found = try database.first("\(Self.accepted) AND sid = ?", .text(sid), read: SessionRecord.init)
    guard let found else { throw .store(.corrupt) }
    return found
  }

  private func owned(_ found: SessionRecord?) throws(AuthError) -> Access {
    guard let found, let owner = try account(id: found.account) else { throw .userTokenExpired }
    guard !owner.account.isDisabled else { throw .userDisabled }
    return Access(session: found, owner: owner)
  }
}

extension SessionRecord {
  /// Reads the columns in the order of `Transaction.accepted`.
  fileprivate init(_ row: Row) throws(AuthError) {
    guard let sid = row.text(1) else { throw .store(.corrupt) }
    id = row.integer(0)
    self.sid = sid
    account = row.integer(2)
    generation = row.integer(3)
    begunAt = Timestamp(microseconds: row.integer(4))
    authenticatedAt = Timestamp(microseconds: row.integer(5))
    refreshedAt = Timestamp(microseconds: row.integer(6))
    hasPrevious = row.flag(7)
  }
}
