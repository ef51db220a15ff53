public import Accounts
import AuthBus

extension AuthManager {
  /// Asks the service about the current user, and follows its answer: one that ends the session signs out.
  public func userInfo() async throws(AppError) -> Account {
    try await gate.alone { () async throws(AppError) in
      guard let session, let name = repositoryName, let repository = repository(named: name) else {
        throw .auth(.noCurrentUser)
      }
      if repository is any AccountService {
        let account = try await ask { (service, token) async throws(AuthError) in try await service.lookup(token) }
        describe(account)
        return account
      }
      return try await userInfo(of: session, at: repository)
    }
  }

  /// Asks a repository that has only the four operations.
  private func userInfo(of session: Session, at repository: any LoginRepository) async throws(AppError) -> Account {
    do throws(AppError) {
      let account = try await answer { () async throws(AuthError) in
        try await repository.userInfo(session.refreshToken)
      }
      describe(account)
      return account
    } catch {
      if case .auth(let refusal) = error, refusal.isDefiniteRefusal { await signOut(because: .refused(refusal)) }
      throw error
    }
  }
}
