internal import Accounts

/// A row of `codes` that can be spent.
struct CodeRecord {
  /// The key of the row.
  let id: Int64
  /// What it is for.
  let code: ActionCode
  /// Whom it was sent to.
  let owner: AccountRecord
}

extension Transaction {
  private static let columns = "id, account, purpose, email, new_email, sent_at, expires_at, spent, code, recipient"

  /// Sends a code to an account's address, or to the one it is to get. It takes the place of earlier ones of its kind.
  ///
  /// Without an account nobody gets it, but the work done is the same, so that the time it takes tells nothing.
  func send(_ purpose: ActionCode.Purpose, to record: AccountRecord?, newEmail: String? = nil) throws(AuthError) {
    try database.run("DELETE FROM codes WHERE account IS NULL AND expires_at <= ?", .integer(now.microseconds))
    try spendCodes(of: record, [purpose])
    let email = record?.account.email ?? ""
    try database.run(
      """
      INSERT INTO codes (code, account, purpose, email, new_email, recipient, sent_at, expires_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, .text(random.actionCode().reveal()), record.map { .integer($0.id) } ?? .null, .text(purpose.rawValue),
      .text(email), .text(orNull: newEmail), .text(newEmail ?? email), .integer(now.microseconds),
      .integer(now.microseconds + purpose.life))
  }

  /// A code that can be spent.
  /// - Throws: `invalidActionCode` for one that is unknown or spent, `expiredActionCode` for one that came too late.
  func code(_ text: Secret) throws(AuthError) -> CodeRecord {
    let found = try database.first(
      "SELECT \(Self.columns) FROM codes WHERE code = ? AND spent = 0 AND account IS NOT NULL", .text(text.reveal())
    ) { (row) throws(AuthError) in
      (id: row.integer(0), account: row.integer(1), code: try ActionCode(row), expiresAt: row.integer(6))
    }
    guard let found, let owner = try account(id: found.account) else { throw .invalidActionCode }
    guard now.microseconds < found.expiresAt else { throw .expiredActionCode }
    return CodeRecord(id: found.id, code: found.code, owner: owner)
  }

  /// Marks one code as used.
  func spend(_ code: CodeRecord) throws(AuthError) {
    try database.run("UPDATE codes SET spent = 1 WHERE id = ?", .integer(code.id))
  }

  /// Takes the open codes of some kinds back; without an account, the one that nobody got, so that it is as much work.
  func spendCodes(of record: AccountRecord?, _ purposes: [ActionCode.Purpose]) throws(AuthError) {
    for purpose in purposes {
      try database.run(
        "UPDATE codes SET spent = 1 WHERE account IS ? AND spent = 0 AND purpose = ?",
        record.map { .integer($0.id) } ?? .null, .text(purpose.rawValue))
    }
  }

  /// The mails that were sent, the newest first, at most `limit` of them; to one address unless `address` is `nil`.
  func outbox(to address: String?, limit: Int) throws(AuthError) -> [OutboxMessage] {
    let limit = SQLValue.integer(Int64(max(0, limit)))
    let read = { (row: Row) throws(AuthError) in try OutboxMessage(row, now) }
    guard let address else {
      return try database.all(
        "SELECT \(Self.columns) FROM codes WHERE account IS NOT NULL ORDER BY id DESC LIMIT ?", limit, read: read)
    }
    return try database.all(
      "SELECT \(Self.columns) FROM codes WHERE account IS NOT NULL AND recipient = ? ORDER BY id DESC LIMIT ?",
      .text(address), limit, read: read)
  }
}

extension ActionCode.Purpose {
  /// How long such a code can be spent, in microseconds: an hour for a new password, three days for an address.
  fileprivate var life: Int64 {
    switch self {
    case .resetPassword: 3_600 * 1_000_000
    case .verifyEmail, .verifyAndChangeEmail: 259_200 * 1_000_000
    }
  }
}

// Both read the columns in the order of `Transaction.columns`.
extension ActionCode {
  fileprivate init(_ row: Row) throws(AuthError) {
    guard let purpose = row.text(2).flatMap(Purpose.init), let email = row.text(3) else { throw .store(.corrupt) }
    self.init(purpose: purpose, email: email, newEmail: row.text(4))
  }
}

extension OutboxMessage {
  fileprivate init(_ row: Row, _ now: Timestamp) throws(AuthError) {
    let expiresAt = Timestamp(microseconds: row.integer(6))
    guard let text = row.text(8), let recipient = row.text(9) else { throw .store(.corrupt) }
    self.init(
      to: recipient, code: try ActionCode(row), text: Secret(text),
      sentAt: Timestamp(microseconds: row.integer(5)).date, expiresAt: expiresAt.date,
      state: row.flag(7) ? .spent : now < expiresAt ? .open : .expired)
  }
}
