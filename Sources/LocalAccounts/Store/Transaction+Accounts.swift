internal import Accounts

/// A row of `accounts`: what the world sees of it, and what it does not.
struct AccountRecord {
  /// The key of its rows in other tables; grows with each account.
  let id: Int64
  /// What the world sees.
  let account: Account
  /// The password's hash, where there is one.
  let password: String?
}

extension Transaction {
  private static let columns = """
    id, uid, email, email_verified, disabled, display_name, photo_url, password, \
    created_at, last_sign_in_at, valid_since
    """

  /// The account that has an address in canonical form.
  func account(email: String) throws(AuthError) -> AccountRecord? {
    try database.first(
      "SELECT \(Self.columns) FROM accounts WHERE email = ?", .text(email), read: AccountRecord.init)
  }

  /// The account that has a uid.
  func account(uid: String) throws(AuthError) -> AccountRecord? {
    try database.first("SELECT \(Self.columns) FROM accounts WHERE uid = ?", .text(uid), read: AccountRecord.init)
  }

  /// The account that an operator means by a uid or an address.
  func account(key: String) throws(AuthError) -> AccountRecord {
    // No uid has an `@`, no address lacks one. What cannot be an address is simply nobody's.
    let found =
      if key.contains("@") {
        try (try? AccountRules.canonicalEmail(key)).flatMap { (email) throws(AuthError) in try account(email: email) }
      } else {
        try account(uid: key)
      }
    guard let found else { throw .userNotFound }
    return found
  }

  /// The account a session belongs to.
  func account(id: Int64) throws(AuthError) -> AccountRecord? {
    try database.first("SELECT \(Self.columns) FROM accounts WHERE id = ?", .integer(id), read: AccountRecord.init)
  }

  /// The oldest accounts, at most `limit` of them.
  func accounts(limit: Int) throws(AuthError) -> [Account] {
    try database.all(
      "SELECT \(Self.columns) FROM accounts ORDER BY id LIMIT ?", .integer(Int64(max(0, limit)))
    ) { (row) throws(AuthError) in try AccountRecord(row).account }
  }

  /// Throws `emailAlreadyInUse` when somebody has that address.
  func refuseIfTaken(_ email: String) throws(AuthError) {
    if try account(email: email) != nil { throw .emailAlreadyInUse }
  }

  /// Makes an account; `email` and `password` are both there, or, for an anonymous one, both absent.
  func addAccount(email: String?, password: String?) throws(AuthError) -> AccountRecord {
    if let email {
      try refuseIfTaken(email)
      try forgiveFailures(email)
    }
    let uid = random.uid()
    let time = SQLValue.integer(now.microseconds)
    try database.run(
      """
      INSERT INTO accounts (uid, email, password, created_at, last_sign_in_at, valid_since)
      VALUES (?, ?, ?, ?, ?, ?)
      """, .text(uid), .text(orNull: email), .text(orNull: password), time, time, time)
    return try existing(uid)
  }

  /// Notes that the owner has proved who they are, and a new hash of the same password where there is one.
  func touch(_ record: AccountRecord, password: String?) throws(AuthError) -> AccountRecord {
    try database.run(
      "UPDATE accounts SET last_sign_in_at = ?, password = coalesce(?, password) WHERE id = ?",
      .integer(now.microseconds), .text(orNull: password), .integer(record.id))
    return try existing(record.account.uid)
  }

  /// Closes or opens an account.
  func setDisabled(_ record: AccountRecord, _ isDisabled: Bool) throws(AuthError) -> AccountRecord {
    try database.run("UPDATE accounts SET disabled = ? WHERE id = ?", .flag(isDisabled), .integer(record.id))
    return try existing(record.account.uid)
  }

  /// Moves the instant before which no session may have begun. It never goes back, also when the clock did.
  func moveValidSince(_ record: AccountRecord) throws(AuthError) -> AccountRecord {
    try database.run(
      "UPDATE accounts SET valid_since = max(valid_since, ?) WHERE id = ?",
      .integer(now.microseconds), .integer(record.id))
    return try existing(record.account.uid)
  }

  /// Sets the address, which is free, and whether it is proved.
  func setEmail(_ record: AccountRecord, _ email: String?, isVerified: Bool) throws(AuthError) -> AccountRecord {
    try database.run(
      "UPDATE accounts SET email = ?, email_verified = ? WHERE id = ?",
      .text(orNull: email), .flag(isVerified), .integer(record.id))
    return try existing(record.account.uid)
  }

  /// Sets the password's hash.
  func setPassword(_ record: AccountRecord, _ hash: String) throws(AuthError) -> AccountRecord {
    try database.run("UPDATE accounts SET password = ? WHERE id = ?", .text(hash), .integer(record.id))
    return try existing(record.account.uid)
  }

  /// Sets what others see.
  func setFace(_ record: AccountRecord, name: String?, photoURL: String?) throws(AuthError) -> AccountRecord {
    try database.run(
      "UPDATE accounts SET display_name = ?, photo_url = ? WHERE id = ?",
      .text(orNull: name), .text(orNull: photoURL), .integer(record.id))
    return try existing(record.account.uid)
  }

  /// Removes an account and, by its foreign keys, all that hangs on it.
  func delete(_ record: AccountRecord) throws(AuthError) {
    try database.run("DELETE FROM accounts WHERE id = ?", .integer(record.id))
  }

  private func existing(_ uid: String) throws(AuthError) -> AccountRecord {
    guard let record = try account(uid: uid) else { throw .store(.corrupt) }
    return record
  }
}

extension AccountRecord {
  /// Reads the columns in the order of `Transaction.columns`.
  fileprivate init(_ row: Row) throws(AuthError) {
    guard let uid = row.text(1) else { throw .store(.corrupt) }
    id = row.integer(0)
    password = row.text(7)
    account = Account(
      uid: uid, email: row.text(2), isEmailVerified: row.flag(3), isDisabled: row.flag(4),
      displayName: row.text(5), photoURL: row.text(6), providers: password == nil ? [] : ["password"],
      createdAt: Timestamp(microseconds: row.integer(8)).date,
      lastSignInAt: Timestamp(microseconds: row.integer(9)).date,
      validSince: Timestamp(microseconds: row.integer(10)).date)
  }
}
