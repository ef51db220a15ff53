internal import Accounts

extension Transaction {
  /// Opens a session for an account. Of the token only the hash is kept.
  func openSession(_ record: AccountRecord, token: Secret) throws(AuthError) -> Session {
    // A clock that went back must not open a session that is refused at once.
    try database.run(
      """
      INSERT INTO sessions (token, account, begun_at)
      SELECT ?, id, max(valid_since, ?) FROM accounts WHERE id = ?
      """, .blob(token.digest), .integer(now.microseconds), .integer(record.id))
    return Session(account: record.account, refreshToken: token)
  }

  /// The account whose session has this token.
  /// - Throws: `userTokenExpired` for a token that is unknown or was revoked, `userDisabled` for a closed account.
  func owner(of token: Secret) throws(AuthError) -> Account {
    let id = try database.first(
      """
      SELECT accounts.id FROM sessions JOIN accounts ON accounts.id = sessions.account
      WHERE token = ? AND begun_at >= valid_since
      """, .blob(token.digest)
    ) { (row) in row.integer(0) }
    guard let id, let record = try account(id: id) else { throw .userTokenExpired }
    guard !record.account.isDisabled else { throw .userDisabled }
    return record.account
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
  }

  /// Ends all sessions of an account.
  func endSessions(_ record: AccountRecord) throws(AuthError) {
    try database.run("DELETE FROM sessions WHERE account = ?", .integer(record.id))
  }
}
