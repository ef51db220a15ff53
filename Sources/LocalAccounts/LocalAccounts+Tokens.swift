public import Accounts

extension LocalAccounts: AccountService {
  public func refresh(_ refreshToken: Secret) async throws(AuthError) -> Session {
    try await inSession(.write) { (store) throws(AuthError) in
      try store.rotate(try store.session(of: refreshToken).session, to: self.random.refreshToken(), used: refreshToken)
    }
  }

  /// Takes a session up again with the same token.
  public func autoLogin(_ refreshToken: Secret) async throws(AuthError) -> Session {
    let (session, mustForget) = try await inSession(.read) { (store) throws(AuthError) in
      let (session, isPresent) = try store.session(of: refreshToken)
      return (try store.present(session, refreshToken), isPresent && session.hasPrevious)
    }
    // Seldom: the first use of a token that was traded for another, which is thereby at its end.
    if mustForget {
      try await inSession(.write) { (store) throws(AuthError) in
        let (session, isPresent) = try store.session(of: refreshToken)
        if isPresent { try store.forgetPrevious(session) }
      }
    }
    return session
  }

  /// The owner of a session as the store has it now.
  public func userInfo(_ refreshToken: Secret) async throws(AuthError) -> Account {
    try await autoLogin(refreshToken).account
  }

  public func lookup(_ idToken: Secret) async throws(AuthError) -> Account {
    try await inSession(.read) { (store) throws(AuthError) in try store.session(idToken: idToken).account.account }
  }

  public func sessions(_ idToken: Secret) async throws(AuthError) -> [SessionSummary] {
    try await inSession(.read) { (store) throws(AuthError) in
      let current = try store.session(idToken: idToken)
      return try store.sessions(current.account).map { session in
        SessionSummary(
          id: session.sid, startedAt: session.startedAt.date, authenticatedAt: session.authenticatedAt.date,
          refreshedAt: session.refreshedAt.date, isCurrent: session.id == current.id)
      }
    }
  }

  public func revokeSessions(_ idToken: Secret) async throws(AuthError) {
    try await inSession(.write) { (store) throws(AuthError) in
      let owner = try store.session(idToken: idToken).account
      try store.endSessions(owner)
      _ = try store.moveValidSince(owner)
    }
  }

  /// Does `body` in one transaction. Without a store no token was ever given out.
  func inSession<T: Sendable>(
    _ mode: TransactionMode, _ body: @escaping @Sendable (Transaction) throws(AuthError) -> T
  ) async throws(AuthError) -> T {
    try await offLoop { () throws(AuthError) in
      try self.store.transaction(mode, ifMissing: .failure(.userTokenExpired), body)
    }
  }
}
