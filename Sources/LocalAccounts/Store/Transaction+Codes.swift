internal import Accounts

/// A row of `codes`.
struct CodeRecord {
  let id: Int64
  /// The key of the account it is for; `nil` when there was none, and nothing was sent.
  let account: Int64?
  let code: ActionCode
  let text: Secret
  let sentAt: Timestamp
  let expiresAt: Timestamp
  let isSpent: Bool
}

/// Codes are kept in clear, unlike tokens and passwords: the operator's outbox stands for the mail in which they went out.
extension Transaction {
  private static let columns = "id, account, purpose, email, new_email, code, sent_at, expires_at, spent"

  /// Sends a code. An earlier one for the same purpose is no good any more. `record` is `nil` when there is no account: then a
  /// row is written all the same, so that asking takes as long, and nobody ever sees it.
  func send(_ code: ActionCode, to record: AccountRecord?, text: Secret) throws(AuthError) {
    try database.run(
      "DELETE FROM codes WHERE expires_at < ?1 AND (account IS NULL OR expires_at < ?2)",
      .integer(now.microseconds), .integer(now.microseconds - CodeRecord.memory))
    let account = record.map { SQLValue.integer($0.id) } ?? .null
    try database.run(
      "UPDATE codes SET spent = 1 WHERE account = ? AND purpose = ?", account, .text(code.purpose.rawValue))
    try database.run(
      "INSERT INTO codes (account, purpose, email, new_email, code, sent_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
      account, .text(code.purpose.rawValue), .text(code.email), .text(orNull: code.newEmail), .text(text.reveal()),
      .integer(now.microseconds), .integer(now.microseconds + code.purpose.lifetime))
  }

  /// The account that a code can be spent for, and what it is for.
  func open(_ text: Secret) throws(AuthError) -> (CodeRecord, AccountRecord) {
    let found = try database.first(
      "SELECT \(Self.columns) FROM codes WHERE code = ?", .text(text.reveal()), read: CodeRecord.init)
    guard let found, !found.isSpent, let id = found.account, let record = try account(id: id) else {
      throw .invalidActionCode
    }
    guard found.expiresAt > now else { throw .expiredActionCode }
    return (found, record)
  }

  /// Marks a code as spent.
  func spend(_ code: CodeRecord) throws(AuthError) {
    try database.run("UPDATE codes SET spent = 1 WHERE id = ?", .integer(code.id))
  }

  /// Marks all codes of an account as spent: after a change of address or password none of them makes sense.
  func spendCodes(of record: AccountRecord) throws(AuthError) {
    try database.run("UPDATE codes SET spent = 1 WHERE account = ?", .integer(record.id))
  }

  /// The mails that were sent, the newest first.
  func outbox(to address: String?, limit: Int) throws(AuthError) -> [OutboxMessage] {
    try database.all(
      """
      SELECT \(Self.columns) FROM codes
      WHERE account IS NOT NULL AND (?1 IS NULL OR coalesce(new_email, email) = ?1) ORDER BY id DESC LIMIT ?2
      """, .text(orNull: address), .integer(Int64(max(0, limit)))
    ) { (row) throws(AuthError) in try CodeRecord(row).message(now: now) }
  }
}

extension CodeRecord {
  /// How long after its end a code is still listed, in microseconds: thirty days.
  fileprivate static let memory: Int64 = 30 * 86_400 * 1_000_000

  fileprivate init(_ row: Row) throws(AuthError) {
    guard let purpose = row.text(2).flatMap(ActionCode.Purpose.init(rawValue:)), let email = row.text(3),
      let text = row.text(5)
    else { throw .store(.corrupt) }
    self.init(
      id: row.integer(0), account: row.isNull(1) ? nil : row.integer(1),
      code: ActionCode(purpose: purpose, email: email, newEmail: row.text(4)), text: Secret(text),
      sentAt: Timestamp(microseconds: row.integer(6)), expiresAt: Timestamp(microseconds: row.integer(7)),
      isSpent: row.flag(8))
  }

  fileprivate func message(now: Timestamp) -> OutboxMessage {
    OutboxMessage(
      to: code.newEmail ?? code.email, code: code, text: text, sentAt: sentAt.date, expiresAt: expiresAt.date,
      state: isSpent ? .spent : expiresAt > now ? .open : .expired)
  }
}

extension ActionCode.Purpose {
  /// How long a code is good, in microseconds: an hour for a password, three days for an address.
  fileprivate var lifetime: Int64 {
    switch self {
    case .resetPassword: 3_600 * 1_000_000
    case .verifyEmail, .verifyAndChangeEmail: 3 * 86_400 * 1_000_000
    }
  }
}
