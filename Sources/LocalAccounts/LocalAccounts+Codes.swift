public import Accounts

extension LocalAccounts {
  /// Sends a code that proves the account's own address.
  public func sendEmailVerification(_ idToken: Secret) async throws(AuthError) {
    try await onAccess(idToken, .write) { (access, store) throws(AuthError) in
      _ = try access.owner.address
      try store.send(.verifyEmail, to: access.owner)
    }
  }

  /// Sends a code to another address that makes it the account's.
  public func sendEmailChange(_ idToken: Secret, to email: String) async throws(AuthError) {
    let address = try AccountRules.canonicalEmail(email)
    try await onAccess(idToken, .write) { (access, store) throws(AuthError) in
      _ = try access.owner.address
      try store.requireRecentLogin(access)
      try store.refuseIfTaken(address)
      try store.send(.verifyAndChangeEmail, to: access.owner, newEmail: address)
    }
  }

  /// Sends a code that allows a new password, if somebody has the address; one committed write either way.
  ///
  /// A closed account gets its mail too, as with Firebase: only who can read it is told, when the code is spent.
  public func sendPasswordReset(email: String) async throws(AuthError) {
    let address = try AccountRules.canonicalEmail(email)
    try await offLoop { () throws(AuthError) in
      try self.store.transaction(.write, ifMissing: .success(())) { (store) throws(AuthError) in
        try store.send(.resetPassword, to: try store.account(email: address))
      }
    }
  }

  /// What a code is for; spends nothing.
  public func check(code: Secret) async throws(AuthError) -> ActionCode {
    try await onCode(code, .read) { (found, _) in found.code }
  }

  /// Spends a code that proves or changes an address.
  public func apply(code: Secret) async throws(AuthError) -> ActionCode {
    try await onCode(code, .write) { (found, store) throws(AuthError) in
      switch found.code.purpose {
      case .resetPassword: throw .invalidActionCode
      case .verifyEmail: try store.verify(found)
      case .verifyAndChangeEmail: try store.changeEmail(found)
      }
      return found.code
    }
  }

  /// Spends a code for a new password.
  public func resetPassword(code: Secret, to password: Secret) async throws(AuthError) -> ActionCode {
    try AccountRules.check(password: password)
    return try await offLoop { () throws(AuthError) in
      let cost = try self.withCode(code, .read) { (found, store) throws(AuthError) in
        try found.requireReset()
        return store.profile.cost
      }
      let hash = try PasswordHash(password, cost: cost, random: self.random).text
      return try self.withCode(code, .write) { (found, store) throws(AuthError) in
        try found.requireReset()
        try store.reset(found, hash)
        return found.code
      }
    }
  }

  private func onCode<T: Sendable>(
    _ code: Secret, _ mode: TransactionMode,
    _ body: @escaping @Sendable (CodeRecord, Transaction) throws(AuthError) -> T
  ) async throws(AuthError) -> T {
    try await offLoop { () throws(AuthError) in try self.withCode(code, mode, body) }
  }

  private func withCode<T>(
    _ code: Secret, _ mode: TransactionMode, _ body: (CodeRecord, Transaction) throws(AuthError) -> T
  ) throws(AuthError) -> T {
    try store.transaction(mode, ifMissing: .failure(.invalidActionCode)) { (store) throws(AuthError) in
      try body(try store.code(code), store)
    }
  }
}

extension CodeRecord {
  /// Throws `userDisabled` for a code of a closed account.
  fileprivate func requireOpenAccount() throws(AuthError) {
    guard !owner.account.isDisabled else { throw .userDisabled }
  }

  fileprivate func requireReset() throws(AuthError) {
    guard code.purpose == .resetPassword else { throw .invalidActionCode }
    try requireOpenAccount()
  }
}

extension Transaction {
  fileprivate func verify(_ found: CodeRecord) throws(AuthError) {
    try found.requireOpenAccount()
    try spend(found)
    _ = try setEmail(found.owner, found.owner.account.email, isVerified: true)
  }

  fileprivate func changeEmail(_ found: CodeRecord) throws(AuthError) {
    try found.requireOpenAccount()
    guard let address = found.code.newEmail else { throw .store(.corrupt) }
    try refuseIfTaken(address)
    _ = try setEmail(found.owner, address, isVerified: true)
    try startOver(found.owner)
  }

  fileprivate func reset(_ found: CodeRecord, _ hash: String) throws(AuthError) {
    _ = try setPassword(found.owner, hash)
    _ = try setEmail(found.owner, found.owner.account.email, isVerified: true)
    try forgiveFailures(found.code.email)
    try startOver(found.owner)
  }

  /// Ends whatever somebody may have begun with the old address or the old password: sessions, and codes of any kind.
  private func startOver(_ record: AccountRecord) throws(AuthError) {
    try spendCodes(of: record, ActionCode.Purpose.allCases)
    try endSessions(record)
    _ = try moveValidSince(record)
  }
}
