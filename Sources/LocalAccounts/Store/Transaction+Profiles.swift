internal import Accounts
internal import Foundation

/// The collection `users`: one document for each uid, as JSON text.
extension Transaction {
  /// The document of an account; its address is the account's own.
  func profile(_ record: AccountRecord) throws(AuthError) -> Profile? {
    let body = try database.first("SELECT body FROM users WHERE id = ?", .text(record.account.uid)) { (row) in
      row.text(0)
    }
    guard let body, let text = body else { return nil }
    guard var profile = try? JSONDecoder().decode(Profile.self, from: Data(text.utf8)) else { throw .store(.corrupt) }
    profile.email = record.account.email ?? ""
    return profile
  }

  /// Writes the document of an account, under its own id and address.
  func save(_ profile: Profile, of record: AccountRecord) throws(AuthError) -> Profile {
    var document = profile
    document.id = record.account.uid
    document.email = record.account.email ?? ""
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let body = try? encoder.encode(document), body.count <= Profile.largest else {
      throw .documentTooLarge(limit: Profile.largest)
    }
    try database.run(
      "INSERT OR REPLACE INTO users (id, body, updated_at) VALUES (?, ?, ?)", .text(document.id),
      .text(String(decoding: body, as: UTF8.self)), .integer(now.microseconds))
    return document
  }
}
