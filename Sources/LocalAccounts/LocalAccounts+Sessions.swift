public import Accounts

extension LocalAccounts {
  /// Trades a refresh token for new tokens of the same session.
  public func refresh(_ refreshToken: Secret) async throws(AuthError) -> Session {
    try await offLoop { () throws(AuthError) in
      try self.store.transaction(.write, ifMissing: .failure(.userTokenExpired)) { (store) throws(AuthError) in
        let access = try store.access(refreshToken: refreshToken)
        return try store.rotate(access.session, for: access.owner, presented: refreshToken)
      }
    }
  }

  /// The owner as the store has it now.
  public func lookup(_ idToken: Secret) async throws(AuthError) -> Account {
    try await onAccess(idToken, .read) { (access, _) in access.owner.account }
  }

  /// The owner's open sessions, the newest first.
  public func sessions(_ idToken: Secret) async throws(AuthError) -> [SessionSummary] {
    try await onAccess(idToken, .read) { (access, store) throws(AuthError) in
      try store.sessions(access.owner).map { session in
        SessionSummary(
          id: session.sid, startedAt: session.begunAt.date, authenticatedAt: session.authenticatedAt.date,
          refreshedAt: session.refreshedAt.date, isCurrent: session.id == access.session.id)
      }
    }
  }

  /// Ends all of the owner's sessions.
  public func revokeSessions(_ idToken: Secret) async throws(AuthError) {
    try await onAccess(idToken, .write) { (access, store) throws(AuthError) in
      try store.endSessions(access.owner)
      _ = try store.moveValidSince(access.owner)
    }
  }

  /// Checks an ID token and works on what it shows, in one transaction on another thread.
  func onAccess<T: Sendable>(
    _ idToken: Secret, _ mode: TransactionMode,
    _ body: @escaping @Sendable (Access, Transaction) throws(AuthError) -> T
  ) async throws(AuthError) -> T {
    try await offLoop(brief: true) { () throws(AuthError) in try self.withAccess(idToken, mode, body) }
  }

  /// The same on this thread, for work that needs two transactions with a hash between them.
  func withAccess<T>(
    _ idToken: Secret, _ mode: TransactionMode, _ body: (Access, Transaction) throws(AuthError) -> T
  ) throws(AuthError) -> T {
    try store.transaction(mode, ifMissing: .failure(.userTokenExpired)) { (store) throws(AuthError) in
      try body(try store.access(idToken), store)
    }
  }
}
