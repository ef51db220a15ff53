public import Accounts

// Each looks, hashes without the store, and asks everything again when it writes, as a sign-in does.
extension LocalAccounts {
  /// Proves once more who is typing. A wrong password counts as a failed sign-in does.
  public func reauthenticate(_ idToken: Secret, password: Secret) async throws(AuthError) -> Session {
    try await offLoop { () throws(AuthError) in try self.prove(password, for: idToken) }
  }

  /// Gives an anonymous account an address and a password.
  public func link(_ idToken: Secret, email: String, password: Secret) async throws(AuthError) -> Session {
    let address = try AccountRules.canonicalEmail(email)
    try AccountRules.check(password: password)
    return try await offLoop { () throws(AuthError) in
      let hash = try self.hash(password, for: idToken) { (access, store) throws(AuthError) in
        try store.requireLinkable(access, to: address)
      }
      return try self.withAccess(idToken, .write) { (access, store) throws(AuthError) in
        try store.requireLinkable(access, to: address)
        try store.forgiveFailures(address)
        _ = try store.setPassword(access.owner, hash)
        let record = try store.setEmail(access.owner, address, isVerified: false)
        return try store.rotate(access.session, for: record)
      }
    }
  }

  /// Changes the password and ends all other sessions.
  public func changePassword(_ idToken: Secret, to password: Secret) async throws(AuthError) -> Session {
    try AccountRules.check(password: password)
    return try await offLoop { () throws(AuthError) in
      let hash = try self.hash(password, for: idToken) { (access, store) throws(AuthError) in
        _ = try access.owner.address
        try store.requireRecentLogin(access)
      }
      return try self.withAccess(idToken, .write) { (access, store) throws(AuthError) in
        _ = try access.owner.address
        try store.requireRecentLogin(access)
        _ = try store.setPassword(access.owner, hash)
        // Whoever had the old password may have sent one of these; a code that proves the address harms nobody.
        try store.spendCodes(of: access.owner, [.resetPassword, .verifyAndChangeEmail])
        try store.endSessions(access.owner, except: access.session)
        let record = try store.moveValidSince(access.owner)
        try store.beginAnew(access.session)
        return try store.rotate(access.session, for: record)
      }
    }
  }

  private func prove(_ password: Secret, for idToken: Secret) throws(AuthError) -> Session {
    let (stored, cost) = try withAccess(idToken, .read) { (access, store) throws(AuthError) in
      try store.refuseWhileLocked(try access.owner.address)
      return (access.owner.password, store.profile.cost)
    }
    let proof = try PasswordProof(password, against: stored, cost: cost, random: random)
    return try withAccess(idToken, .write) { (access, store) throws(AuthError) -> Result<Session, AuthError> in
      switch try store.settle(proof, for: try access.owner.address, access.owner) {
      case .failure(let refusal): return .failure(refusal)
      case .success(let record):
        try store.noteProof(access.session)
        return .success(try store.rotate(access.session, for: record))
      }
    }.get()
  }

  /// Hashes a new password, after `check` has found nothing against it.
  private func hash(
    _ password: Secret, for idToken: Secret, _ check: (Access, Transaction) throws(AuthError) -> Void
  ) throws(AuthError) -> String {
    let cost = try withAccess(idToken, .read) { (access, store) throws(AuthError) in
      try check(access, store)
      return store.profile.cost
    }
    return try PasswordHash(password, cost: cost, random: random).text
  }
}

extension Transaction {
  fileprivate func requireLinkable(_ access: Access, to address: String) throws(AuthError) {
    guard access.owner.account.isAnonymous else { throw .providerAlreadyLinked }
    try refuseIfTaken(address)
  }
}

extension AccountRecord {
  /// The address that goes with the password.
  /// - Throws: `noSuchProvider` for an anonymous account, which has neither.
  var address: String {
    get throws(AuthError) {
      guard let email = account.email, password != nil else { throw .noSuchProvider }
      return email
    }
  }
}
