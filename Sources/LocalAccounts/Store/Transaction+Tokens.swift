internal import Accounts

/// What tokens prove, and when a session gets new ones.
extension Transaction {
  /// How long the proof of who is typing counts as recent, in microseconds: five minutes, as with Firebase.
  private static let recent: Int64 = 300 * 1_000_000

  /// Checks an ID token: that this store made it, that its session is open, that its owner may, and its age at last, so
  /// that `idTokenExpired` promises that a fresh one can be had.
  func access(_ idToken: Secret) throws(AuthError) -> Access {
    guard let claims = key.claims(of: idToken) else { throw .userTokenExpired }
    let access = try access(sid: claims.sid)
    guard access.owner.account.uid == claims.sub else { throw .userTokenExpired }
    // The generation, not the time it was made: two tokens of one second may stand on both sides of a new password.
    guard now.seconds < claims.exp, claims.gen == access.session.generation else { throw .idTokenExpired }
    return access
  }

  /// Throws `requiresRecentLogin` unless the owner has proved who they are within the last five minutes.
  ///
  /// A proof that lies in the future counts: the clock went back, and an anonymous account could not give another.
  func requireRecentLogin(_ access: Access) throws(AuthError) {
    guard now.microseconds - access.session.authenticatedAt.microseconds <= Self.recent else {
      throw .requiresRecentLogin
    }
  }

  /// What the holder of a session is given: a refresh token and a fresh ID token.
  func tokens(_ refresh: Secret, of session: SessionRecord, for record: AccountRecord) throws(AuthError) -> Session {
    let claims = IDTokenClaims(record.account, in: session, at: now)
    return Session(account: record.account, refreshToken: refresh, idToken: try key.token(claims))
  }

  /// Gives a session new tokens. The refresh token that its holder has stays good until the new one is used.
  ///
  /// That is `presented` or, when an ID token was shown instead, the current one. Whatever else was good is not any more:
  /// a token that was given out and never came back was lost on its way.
  func rotate(
    _ session: SessionRecord, for record: AccountRecord, presented: Secret? = nil
  ) throws(AuthError) -> Session {
    let token = random.refreshToken()
    try database.run(
      "UPDATE sessions SET previous = coalesce(?, token), token = ?, refreshed_at = ? WHERE id = ?",
      presented.map { .blob($0.digest) } ?? .null, .blob(token.digest), .integer(now.microseconds),
      .integer(session.id))
    return try tokens(token, of: try existing(session.sid), for: record)
  }

  /// Whether this is the current refresh token and the one before it is still good: its holder has shown that it arrived.
  func isFirstUse(of token: Secret, in access: Access) throws(AuthError) -> Bool {
    guard access.session.hasPrevious else { return false }
    return try database.number("SELECT count(*) FROM sessions WHERE token = ?", .blob(token.digest)) > 0
  }

  /// Ends the refresh token before this one, if this one is the current.
  func forgetPrevious(_ current: Secret) throws(AuthError) {
    try database.run("UPDATE sessions SET previous = NULL WHERE token = ?", .blob(current.digest))
  }

  /// Notes that the owner has proved in this session who they are.
  func noteProof(_ session: SessionRecord) throws(AuthError) {
    try database.run(
      "UPDATE sessions SET authenticated_at = ? WHERE id = ?", .integer(now.microseconds), .integer(session.id))
  }

  /// Lets a session begin anew where its account's `validSince` stands, and ends the ID tokens that it had given out.
  func beginAnew(_ session: SessionRecord) throws(AuthError) {
    try database.run(
      """
      UPDATE sessions SET generation = generation + 1,
        begun_at = (SELECT max(valid_since, begun_at) FROM accounts WHERE accounts.id = account)
      WHERE id = ?
      """, .integer(session.id))
  }
}
