internal import Accounts

extension Transaction {
  /// The profile document of an account, `nil` while there is none. Its address is the account's of today.
  func profile(_ record: AccountRecord) throws(AuthError) -> Profile? {
    let body = try database.first("SELECT body FROM users WHERE id = ?", .text(record.account.uid)) { (row) in
      row.text(0)
    }
    guard let body else { return nil }
    guard let body, let profile = JSON.decode(Profile.self, from: Array(body.utf8)) else { throw .store(.corrupt) }
    return profile.owned(by: record)
  }

  /// Writes the profile document of an account, whoever it says it belongs to.
  func save(_ profile: Profile, _ record: AccountRecord) throws(AuthError) -> Profile {
    let profile = profile.owned(by: record)
    let body = try JSON.encode(profile)
    guard body.count <= Profile.largest else { throw .documentTooLarge(limit: Profile.largest) }
    try database.run(
      """
      INSERT INTO users (id, body, updated_at) VALUES (?1, ?2, ?3)
      ON CONFLICT (id) DO UPDATE SET body = ?2, updated_at = ?3
      """, .text(record.account.uid), .text(String(decoding: body, as: UTF8.self)), .integer(now.microseconds))
    return profile
  }
}

extension Profile {
  /// The same with the members that are not the owner's to choose.
  fileprivate func owned(by record: AccountRecord) -> Profile {
    var profile = self
    profile.id = record.account.uid
    profile.email = record.account.email ?? ""
    return profile
  }
}
