internal import Accounts

/// What hashing has shown of a password that somebody typed; made without the store, which others use meanwhile.
struct PasswordProof {
  /// The stored hash that it fitted, `nil` when it fitted none.
  let proven: String?
  /// A hash at today's cost, where the stored one was cheaper.
  let raised: String?

  /// Hashes `password`, whether there is a `stored` hash or not.
  /// - Throws: `corrupt` for a stored hash that cannot be read.
  init(
    _ password: Secret, against stored: String?, cost: ScryptCost, random: any RandomSource
  ) throws(AuthError) {
    let hash = try stored.map { (text) throws(AuthError) in
      guard let hash = PasswordHash(text) else { throw .store(.corrupt) }
      return hash
    }
    proven = try (hash ?? .nobody(cost: cost)).fits(password) ? stored : nil
    raised =
      if proven != nil, let hash, hash.cost.work < cost.work {
        try PasswordHash(password, cost: cost, random: random).text
      } else {
        nil
      }
  }
}

extension Transaction {
  /// Ends the check of a password: notes the proof, or counts the failure. A refusal is a value, for it must be kept.
  ///
  /// Everything is asked again, because hashing took time: guesses sent all at once must not slip past the lock-out, and a
  /// password that was changed meanwhile is no longer right.
  func settle(
    _ proof: PasswordProof, for address: String, _ record: AccountRecord?
  ) throws(AuthError) -> Result<AccountRecord, AuthError> {
    try refuseWhileLocked(address)
    guard let record, let proven = proof.proven, record.password == proven else {
      try countFailure(address)
      return .failure(.invalidCredential)
    }
    guard !record.account.isDisabled else { return .failure(.userDisabled) }
    try forgiveFailures(address)
    return .success(try touch(record, password: proof.raised))
  }
}
