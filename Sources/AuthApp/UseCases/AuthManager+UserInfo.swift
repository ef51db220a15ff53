public import Accounts
import AuthBus

extension AuthManager {
  /// Asks the service about the current user, and follows its answer: a definite refusal signs out.
  public func userInfo() async throws(AppError) -> Account {
    try await gate.alone { () async throws(AppError) in
      guard let session, let name = repositoryName, let repository = repository(named: name) else {
        throw .auth(.noCurrentUser)
      }
      do throws(AppError) {
        let account = try await answer { () async throws(AuthError) in
          try await repository.userInfo(session.refreshToken)
        }
        adopt(
          .signedIn(uid: account.uid, isVerified: true),
          session: Session(account: account, refreshToken: session.refreshToken), from: name)
        return account
      } catch {
        if case .auth(let refusal) = error, refusal.isDefiniteRefusal { await signOut(because: .refused(refusal)) }
        throw error
      }
    }
  }
}
