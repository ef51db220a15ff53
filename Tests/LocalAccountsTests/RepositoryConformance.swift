import Accounts
import Testing

/// What any ``LoginRepository`` must do, whatever stands behind it.
///
/// `credential` is one that `repository` accepts, `wrong` one that it refuses; each may be used several times.
func checkConformance(
  of repository: any LoginRepository, credential: Credential, wrong: Credential,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let name = repository.name
  #expect(!name.isEmpty && name == repository.name, sourceLocation: sourceLocation)

  // A login opens a session of its own, which names its owner.
  let first = try await repository.login(credential)
  let second = try await repository.login(credential)
  #expect(!first.account.uid.isEmpty && !first.refreshToken.isEmpty, sourceLocation: sourceLocation)
  #expect(first.refreshToken != second.refreshToken, sourceLocation: sourceLocation)

  // The token finds the same person, as often as asked.
  for _ in 0..<2 {
    let info = try await repository.userInfo(first.refreshToken)
    #expect(info.uid == first.account.uid, sourceLocation: sourceLocation)
  }
  let restored = try await repository.autoLogin(first.refreshToken)
  #expect(restored.account.uid == first.account.uid, sourceLocation: sourceLocation)

  // Logging out ends that session and no other, and may be done again.
  try await repository.logout(restored.refreshToken)
  try await repository.logout(restored.refreshToken)
  for token in [restored.refreshToken, Secret("never given out")] {
    let restore = await refusal { try await repository.autoLogin(token) }
    let info = await refusal { try await repository.userInfo(token) }
    #expect(restore?.isDefiniteRefusal == true && info?.isDefiniteRefusal == true, sourceLocation: sourceLocation)
  }
  let other = try await repository.userInfo(second.refreshToken)
  #expect(other.uid == second.account.uid, sourceLocation: sourceLocation)

  // A refused login leaves sessions alone.
  let refused = await refusal { try await repository.login(wrong) }
  #expect(refused?.isDefiniteRefusal == true, sourceLocation: sourceLocation)
  _ = try await repository.autoLogin(second.refreshToken)
  try await repository.logout(second.refreshToken)
}
