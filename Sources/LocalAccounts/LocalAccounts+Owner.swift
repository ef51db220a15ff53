public import Accounts

extension LocalAccounts {
  /// Bytes that a name or the address of a picture may have in UTF-8.
  static let longestField = 1_024

  /// Changes the name and the picture that others see.
  /// - Throws: `documentTooLarge` for one of more than 1,024 bytes.
  public func update(
    _ idToken: Secret, displayName: String?, photoURL: String?
  ) async throws(AuthError) -> Account {
    try Self.check(field: displayName)
    try Self.check(field: photoURL)
    return try await onAccess(idToken, .write) { (access, store) throws(AuthError) in
      try store.setFace(access.owner, name: displayName, photoURL: photoURL).account
    }
  }

  /// Removes the account and all that hangs on it.
  public func deleteAccount(_ idToken: Secret) async throws(AuthError) {
    try await onAccess(idToken, .write) { (access, store) throws(AuthError) in
      try store.requireRecentLogin(access)
      try store.delete(access.owner)
    }
  }

  /// The owner's profile document.
  public func profile(_ idToken: Secret) async throws(AuthError) -> Profile? {
    try await onAccess(idToken, .read) { (access, store) throws(AuthError) in try store.profile(access.owner) }
  }

  /// Writes the owner's profile document.
  /// - Throws: `documentTooLarge` beyond 65,536 bytes.
  public func save(_ profile: Profile, _ idToken: Secret) async throws(AuthError) -> Profile {
    try await onAccess(idToken, .write) { (access, store) throws(AuthError) in
      try store.save(profile, access.owner)
    }
  }

  static func check(field: String?) throws(AuthError) {
    guard (field?.utf8.count ?? 0) <= longestField else { throw .documentTooLarge(limit: longestField) }
  }
}
