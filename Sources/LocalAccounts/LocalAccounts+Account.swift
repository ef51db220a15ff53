public import Accounts

extension LocalAccounts {
  /// Bytes that a name or the address of a picture may have.
  private static let longestField = 1_024

  public func reauthenticate(_ idToken: Secret, password: Secret) async throws(AuthError) -> Session {
    try await offLoop { () throws(AuthError) in try self.prove(idToken, password) }
  }

  public func link(_ idToken: Secret, email: String, password: Secret) async throws(AuthError) -> Session {
    let address = try AccountRules.canonicalEmail(email)
    try AccountRules.check(password: password)
    return try await offLoop { () throws(AuthError) in
      @Sendable func find(_ store: Transaction) throws(AuthError) -> SessionRecord {
        let session = try store.session(idToken: idToken)
        guard session.account.password == nil else { throw .providerAlreadyLinked }
        guard try store.account(email: address) == nil else { throw .emailAlreadyInUse }
        return session
      }
      return try self.withNewHash(of: password, find) { (session, hash, store) throws(AuthError) in
        _ = try store.setAddress(address, isVerified: false, of: session.account)
        _ = try store.setPassword(hash, of: session.account)
        try store.authenticate(session)
        try store.forgiveFailures(address)
        return try store.rotate(session, to: self.random.refreshToken())
      }
    }
  }

  public func changePassword(_ idToken: Secret, to password: Secret) async throws(AuthError) -> Session {
    try AccountRules.check(password: password)
    return try await offLoop { () throws(AuthError) in
      @Sendable func find(_ store: Transaction) throws(AuthError) -> SessionRecord {
        let session = try store.recentSession(idToken: idToken)
        guard session.account.password != nil else { throw .noSuchProvider }
        return session
      }
      return try self.withNewHash(of: password, find) { (session, hash, store) throws(AuthError) in
        _ = try store.setPassword(hash, of: session.account)
        try store.endSessions(session.account, except: session)
        _ = try store.moveValidSince(session.account)
        try store.spendCodes(of: session.account)
        return try store.rotate(session, to: self.random.refreshToken())
      }
    }
  }

  public func update(
    _ idToken: Secret, displayName: String?, photoURL: String?
  ) async throws(AuthError) -> Account {
    for text in [displayName, photoURL] where (text?.utf8.count ?? 0) > Self.longestField {
      throw .documentTooLarge(limit: Self.longestField)
    }
    return try await inSession(.write) { (store) throws(AuthError) in
      try store.describe(try store.session(idToken: idToken).account, displayName: displayName, photoURL: photoURL)
        .account
    }
  }

  public func deleteAccount(_ idToken: Secret) async throws(AuthError) {
    try await inSession(.write) { (store) throws(AuthError) in
      try store.delete(try store.recentSession(idToken: idToken).account)
    }
  }

  public func profile(_ idToken: Secret) async throws(AuthError) -> Profile? {
    try await inSession(.read) { (store) throws(AuthError) in
      try store.profile(try store.session(idToken: idToken).account)
    }
  }

  public func save(_ profile: Profile, _ idToken: Secret) async throws(AuthError) -> Profile {
    try await inSession(.write) { (store) throws(AuthError) in
      try store.save(profile, of: try store.session(idToken: idToken).account)
    }
  }

  /// Looks, hashes without the store, looks again and settles: hashing is slow, and much may happen meanwhile.
  func withNewHash<Found, T>(
    of password: Secret, _ find: (Transaction) throws(AuthError) -> Found,
    settle: (Found, String, Transaction) throws(AuthError) -> T
  ) throws(AuthError) -> T {
    let cost = try store.transaction(.read, ifMissing: .failure(.userTokenExpired)) { (store) throws(AuthError) in
      _ = try find(store)
      return store.profile.cost
    }
    let hash = try PasswordHash(password, cost: cost, random: random).text
    return try store.transaction(.write) { (store) throws(AuthError) in try settle(try find(store), hash, store) }
  }

  /// Checks the password of a session's owner, counted like a sign-in.
  private func prove(_ idToken: Secret, _ password: Secret) throws(AuthError) -> Session {
    let stored = try store.transaction(.read, ifMissing: .failure(.userTokenExpired)) { (store) throws(AuthError) in
      let owner = try store.session(idToken: idToken).account
      guard let stored = owner.password, let address = owner.account.email else { throw .noSuchProvider }
      try store.refuseWhileLocked(address)
      return stored
    }
    guard let hash = PasswordHash(stored) else { throw .store(.corrupt) }
    let isRight = try hash.fits(password)
    return try store.transaction(.write) { (store) throws(AuthError) -> Result<Session, AuthError> in
      let session = try store.session(idToken: idToken)
      guard let address = session.account.account.email else { throw .noSuchProvider }
      try store.refuseWhileLocked(address)
      guard isRight, session.account.password == stored else {
        try store.countFailure(address)
        return .failure(.invalidCredential)
      }
      try store.forgiveFailures(address)
      try store.authenticate(session)
      return .success(try store.rotate(session, to: self.random.refreshToken()))
    }.get()
  }
}
