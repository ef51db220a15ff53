public import Accounts

extension LocalAccounts {
  public func sendEmailVerification(_ idToken: Secret) async throws(AuthError) {
    try await inSession(.write) { (store) throws(AuthError) in
      let owner = try store.session(idToken: idToken).account
      guard let address = owner.account.email else { throw .noSuchProvider }
      try store.send(ActionCode(purpose: .verifyEmail, email: address), to: owner, text: self.random.actionCode())
    }
  }

  public func sendEmailChange(_ idToken: Secret, to email: String) async throws(AuthError) {
    let address = try AccountRules.canonicalEmail(email)
    try await inSession(.write) { (store) throws(AuthError) in
      let owner = try store.recentSession(idToken: idToken).account
      guard let present = owner.account.email else { throw .noSuchProvider }
      guard try store.account(email: address) == nil else { throw .emailAlreadyInUse }
      try store.send(
        ActionCode(purpose: .verifyAndChangeEmail, email: present, newEmail: address), to: owner,
        text: self.random.actionCode())
    }
  }

  /// A closed account gets no code, and nobody is told so either.
  public func sendPasswordReset(email: String) async throws(AuthError) {
    let address = try AccountRules.canonicalEmail(email)
    try await offLoop { () throws(AuthError) in
      try self.store.transaction(.write) { (store) throws(AuthError) in
        let found = try store.account(email: address)
        let owner = found.flatMap { $0.account.isDisabled ? nil : $0 }
        try store.send(ActionCode(purpose: .resetPassword, email: address), to: owner, text: self.random.actionCode())
      }
    }
  }

  public func check(code: Secret) async throws(AuthError) -> ActionCode {
    try await withCode(.read) { (store) throws(AuthError) in try store.open(code).0.code }
  }

  public func apply(code: Secret) async throws(AuthError) -> ActionCode {
    try await withCode(.write) { (store) throws(AuthError) in
      let (found, owner) = try store.open(code)
      guard !owner.account.isDisabled else { throw .userDisabled }
      switch (found.code.purpose, found.code.newEmail) {
      case (.verifyEmail, _):
        guard owner.account.email == found.code.email else { throw .invalidActionCode }
        _ = try store.setAddress(found.code.email, isVerified: true, of: owner)
        try store.spend(found)
      case (.verifyAndChangeEmail, let address?):
        if let other = try store.account(email: address), other.id != owner.id { throw .emailAlreadyInUse }
        _ = try store.setAddress(address, isVerified: true, of: owner)
        try store.spendCodes(of: owner)
        try store.endSessions(owner)
        _ = try store.moveValidSince(owner)
      default: throw .invalidActionCode
      }
      return found.code
    }
  }

  public func resetPassword(code: Secret, to password: Secret) async throws(AuthError) -> ActionCode {
    try AccountRules.check(password: password)
    return try await offLoop { () throws(AuthError) in
      @Sendable func find(_ store: Transaction) throws(AuthError) -> (CodeRecord, AccountRecord) {
        let (found, owner) = try store.open(code)
        guard found.code.purpose == .resetPassword else { throw .invalidActionCode }
        guard !owner.account.isDisabled else { throw .userDisabled }
        return (found, owner)
      }
      guard try self.store.exists else { throw .invalidActionCode }
      return try self.withNewHash(of: password, find) { (found, hash, store) throws(AuthError) in
        let (code, owner) = found
        _ = try store.setPassword(hash, of: owner)
        _ = try store.setAddress(code.code.email, isVerified: true, of: owner)
        try store.forgiveFailures(code.code.email)
        try store.spendCodes(of: owner)
        try store.endSessions(owner)
        _ = try store.moveValidSince(owner)
        return code.code
      }
    }
  }

  /// Without a store no code was ever sent.
  private func withCode(
    _ mode: TransactionMode, _ body: @escaping @Sendable (Transaction) throws(AuthError) -> ActionCode
  ) async throws(AuthError) -> ActionCode {
    try await offLoop { () throws(AuthError) in
      try self.store.transaction(mode, ifMissing: .failure(.invalidActionCode), body)
    }
  }
}
