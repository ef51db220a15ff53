public import Accounts

extension LocalAccounts {
  /// Makes an account. Two that ask for one address at the same time: one gets it.
  public func createUser(email: String, password: Secret) async throws(AuthError) -> Session {
    let address = try AccountRules.canonicalEmail(email)
    try AccountRules.check(password: password)
    return try await offLoop { () throws(AuthError) in try self.signUp(address, password) }
  }

  /// Checks a password, or makes an anonymous account, and opens a session.
  public func login(_ credential: Credential) async throws(AuthError) -> Session {
    switch credential {
    case .anonymous:
      return try await offLoop { () throws(AuthError) in try self.signUp(nil, nil) }
    case .password(let email, let password):
      let address = try AccountRules.canonicalEmail(email)
      return try await offLoop { () throws(AuthError) in try self.signIn(address, password) }
    }
  }

  /// Ends a session.
  public func logout(_ refreshToken: Secret) async throws(AuthError) {
    try await offLoop { () throws(AuthError) in
      try self.store.transaction(.write, ifMissing: .success(())) { (store) throws(AuthError) in
        try store.endSession(refreshToken)
      }
    }
  }

  private func signUp(_ address: String?, _ password: Secret?) throws(AuthError) -> Session {
    let passwordHash = try password.map { (password) throws(AuthError) in try self.hash(password, for: address) }
    let (uid, sid, token) = (random.uid(), random.sessionID(), random.refreshToken())
    return try store.transaction(.write) { (store) throws(AuthError) in
      let record = try store.addAccount(uid: uid, email: address, password: passwordHash)
      if let address { try store.forgiveFailures(address) }
      return try store.openSession(record, sid: sid, token: token)
    }
  }

  /// The hash of a new account's password. Hashing is slow, and done without the store; so an address that is taken is told
  /// before, and looked for again after.
  func hash(_ password: Secret, for address: String?) throws(AuthError) -> String {
    let cost = try store.transaction(.read) { (store) throws(AuthError) in
      if let address, try store.account(email: address) != nil { throw .emailAlreadyInUse }
      return store.profile.cost
    }
    return try PasswordHash(password, cost: cost, random: random).text
  }

  /// Look, hash, settle. An unknown address takes the same way as a wrong password, step for step.
  private func signIn(_ address: String, _ password: Secret) throws(AuthError) -> Session {
    let (stored, cost) = try store.transaction(.read) { (store) throws(AuthError) in
      try store.refuseWhileLocked(address)
      return (try store.account(email: address)?.password, store.profile.cost)
    }
    let hash = try stored.map { (text) throws(AuthError) in
      guard let hash = PasswordHash(text) else { throw .store(.corrupt) }
      return hash
    }
    let isRight = try (hash ?? .nobody(cost: cost)).fits(password)
    let raised =
      if isRight, let hash, hash.cost.work < cost.work {
        try PasswordHash(password, cost: cost, random: random).text
      } else {
        String?.none
      }
    let (sid, token) = (random.sessionID(), random.refreshToken())
    return try store.transaction(.write) { (store) throws(AuthError) in
      try store.settle(address, isRight ? stored : nil, raised, sid, token)
    }.get()
  }
}

extension Transaction {
  /// Ends a sign-in in one commit: opens a session, or counts the failure. A refusal is a value, for it must be kept.
  ///
  /// Everything is asked again, because hashing took time: guesses sent all at once must not slip past the lock-out, and a
  /// password that was changed meanwhile is no longer right. `proven` is the stored hash that the password fitted, `nil`
  /// when it fitted none; `raised` is one at today's cost, where that one was cheaper.
  fileprivate func settle(
    _ address: String, _ proven: String?, _ raised: String?, _ sid: String, _ token: Secret
  ) throws(AuthError) -> Result<Session, AuthError> {
    try refuseWhileLocked(address)
    guard let record = try account(email: address), let proven, record.password == proven else {
      try countFailure(address)
      return .failure(.invalidCredential)
    }
    guard !record.account.isDisabled else { return .failure(.userDisabled) }
    try forgiveFailures(address)
    return .success(try openSession(try touch(record, password: raised), sid: sid, token: token))
  }
}
