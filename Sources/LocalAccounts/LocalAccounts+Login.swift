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

  /// Takes a session up again with the same refresh token and a fresh ID token.
  public func autoLogin(_ refreshToken: Secret) async throws(AuthError) -> Session {
    try await onHolder(of: refreshToken) { (access, store) throws(AuthError) in
      try store.tokens(refreshToken, of: access.session, for: access.owner)
    }
  }

  /// Ends a session.
  public func logout(_ refreshToken: Secret) async throws(AuthError) {
    try await offLoop(brief: true) { () throws(AuthError) in
      try self.store.transaction(.write, ifMissing: .success(())) { (store) throws(AuthError) in
        try store.endSession(refreshToken)
      }
    }
  }

  /// The owner of a session as the store has it now.
  public func userInfo(_ refreshToken: Secret) async throws(AuthError) -> Account {
    try await onHolder(of: refreshToken) { (access, _) in access.owner.account }
  }

  /// Finds the session of a refresh token and asks something of it. The first use of a new token ends the old one.
  private func onHolder<T: Sendable>(
    of token: Secret, _ body: @escaping @Sendable (Access, Transaction) throws(AuthError) -> T
  ) async throws(AuthError) -> T {
    try await offLoop(brief: true) { () throws(AuthError) in
      let seen = try self.store.transaction(.read, ifMissing: .failure(.userTokenExpired)) {
        (store) throws(AuthError) -> T? in
        let access = try store.access(refreshToken: token)
        return try store.isFirstUse(of: token, in: access) ? nil : body(access, store)
      }
      // Only a first use has to write, so that all others can do with a store that is locked or may not be written.
      if let seen { return seen }
      return try self.store.transaction(.write, ifMissing: .failure(.userTokenExpired)) { (store) throws(AuthError) in
        let access = try store.access(refreshToken: token)
        try store.forgetPrevious(token)
        return try body(access, store)
      }
    }
  }

  private func signUp(_ address: String?, _ password: Secret?) throws(AuthError) -> Session {
    let stored = try password.map { (password) throws(AuthError) in try self.hash(password, for: address) }
    return try store.transaction(.write) { (store) throws(AuthError) in
      try store.openSession(try store.addAccount(email: address, password: stored))
    }
  }

  /// Hashes the first password of a new account.
  func hash(_ password: Secret, for address: String?) throws(AuthError) -> String {
    // Hashing is slow, and done without the store; so an address that is taken is told before, and looked for again after.
    let cost = try store.transaction(.read) { (store) throws(AuthError) in
      if let address { try store.refuseIfTaken(address) }
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
    let proof = try PasswordProof(password, against: stored, cost: cost, random: random)
    return try store.transaction(.write) { (store) throws(AuthError) -> Result<Session, AuthError> in
      switch try store.settle(proof, for: address, try store.account(email: address)) {
      case .success(let record): .success(try store.openSession(record))
      case .failure(let refusal): .failure(refusal)
      }
    }.get()
  }
}
