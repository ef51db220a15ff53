public import Accounts

extension LocalAccounts {
  /// Accounts in order of creation.
  public func accounts(limit: Int) async throws(AuthError) -> [Account] {
    try await offLoop { () throws(AuthError) in
      try self.store.transaction(.read, ifMissing: .success([])) { (store) throws(AuthError) in
        try store.accounts(limit: limit)
      }
    }
  }

  /// One account, and how many of its sessions are open.
  public func account(_ key: String) async throws(AuthError) -> (account: Account, sessions: Int) {
    try await onAccount(key, .read) { (record, store) throws(AuthError) in
      (record.account, try store.sessionCount(record))
    }
  }

  /// Makes an account without signing in. What is asked of the address and the password is what a sign-up is asked.
  /// - Throws: `documentTooLarge` for a name of more than 1,024 bytes.
  public func create(_ account: NewAccount) async throws(AuthError) -> Account {
    let address = try AccountRules.canonicalEmail(account.email)
    try AccountRules.check(password: account.password)
    try Self.check(field: account.displayName)
    return try await offLoop { () throws(AuthError) in
      let hash = try self.hash(account.password, for: address)
      return try self.store.transaction(.write) { (store) throws(AuthError) in
        let record = try store.addAccount(email: address, password: hash)
        _ = try store.setEmail(record, address, isVerified: account.isEmailVerified)
        _ = try store.setFace(record, name: account.displayName, photoURL: nil)
        return try store.setDisabled(record, account.isDisabled).account
      }
    }
  }

  /// The mails that were sent, the newest first.
  public func outbox(to address: String?, limit: Int) async throws(AuthError) -> [OutboxMessage] {
    // What cannot be an address got no mail.
    let canonical = address.flatMap { try? AccountRules.canonicalEmail($0) }
    guard address == nil || canonical != nil else { return [] }
    return try await offLoop { () throws(AuthError) in
      try self.store.transaction(.read, ifMissing: .success([])) { (store) throws(AuthError) in
        try store.outbox(to: canonical, limit: limit)
      }
    }
  }

  /// The profile document of an account.
  public func profile(of key: String) async throws(AuthError) -> Profile? {
    try await onAccount(key, .read) { (record, store) throws(AuthError) in try store.profile(record) }
  }

  /// Closes or opens an account.
  public func setDisabled(_ key: String, _ isDisabled: Bool) async throws(AuthError) -> Account {
    try await onAccount(key, .write) { (record, store) throws(AuthError) in
      try store.setDisabled(record, isDisabled).account
    }
  }

  /// Removes an account with its sessions; returns it as it last was.
  public func delete(_ key: String) async throws(AuthError) -> Account {
    try await onAccount(key, .write) { (record, store) throws(AuthError) in
      try store.delete(record)
      return record.account
    }
  }

  /// Ends all sessions of an account.
  public func revoke(_ key: String) async throws(AuthError) -> (account: Account, sessions: Int) {
    try await onAccount(key, .write) { (record, store) throws(AuthError) in
      let open = try store.sessionCount(record)
      try store.endSessions(record)
      return (try store.moveValidSince(record).account, open)
    }
  }

  /// How far the service's clock stands from the machine's.
  public func clockOffset() async throws(AuthError) -> Duration {
    .nanoseconds(
      try await offLoop { () throws(AuthError) in
        try self.store.transaction(.read, ifMissing: .success(0)) { (store) throws(AuthError) in
          try ClockOffset.read(from: store.database)
        }
      })
  }

  /// Moves the service's clock; makes the store when there is none.
  /// - Throws: `operationNotAllowed` beyond 292 years, which is as far as nanoseconds count.
  public func setClockOffset(_ offset: Duration) async throws(AuthError) {
    guard let nanoseconds = offset.nanoseconds else { throw .operationNotAllowed }
    try await offLoop { () throws(AuthError) in
      try self.store.transaction(.write) { (store) throws(AuthError) in
        try ClockOffset.write(nanoseconds, to: store.database)
      }
    }
  }

  /// Finds the account that `key` means and works on it in the same transaction.
  private func onAccount<T: Sendable>(
    _ key: String, _ mode: TransactionMode,
    _ body: @escaping @Sendable (AccountRecord, Transaction) throws(AuthError) -> T
  ) async throws(AuthError) -> T {
    try await offLoop { () throws(AuthError) in
      try self.store.transaction(mode, ifMissing: .failure(.userNotFound)) { (store) throws(AuthError) in
        try body(try store.account(key: key), store)
      }
    }
  }
}
