public import Accounts
import AuthBus
import AuthStorage

extension AuthManager {
  /// Signs in with `credential` at the repository named `name`.
  @discardableResult
  public func login(_ credential: Credential, with name: String = "local") async throws(AppError) -> Account {
    try await gate.alone { () async throws(AppError) in
      guard let repository = repository(named: name) else { throw .auth(.operationNotAllowed) }
      let session = try await open(at: repository) { () async throws(AuthError) in
        try await repository.login(credential)
      }
      do throws(StorageError) { try await keep(session, from: repository, by: "login") } catch { throw .storage(error) }
      return session.account
    }
  }

  /// Makes an account and its first session: whoever signs up is signed in. Then saves a first profile document.
  ///
  /// A document that cannot be saved leaves the account as it is; ``profile`` says so, and ``saveProfile(_:)`` repairs it.
  /// Without names, the address's local part stands for them.
  @discardableResult
  public func createUser(
    email: String, password: Secret, username: String? = nil, name: String? = nil
  ) async throws(AppError) -> Account {
    try await gate.alone { () async throws(AppError) in
      let makers = services.repositories.compactMap { $0 as? any AccountCreating }
      guard let repository = makers.first else { throw .auth(.operationNotAllowed) }
      let session = try await open(at: repository) { () async throws(AuthError) in
        try await repository.createUser(email: email, password: password)
      }
      do throws(StorageError) {
        try await keep(session, from: repository, by: "createUser", profile: .loading)
      } catch {
        throw .accountMadeButNotKept(email: session.account.email ?? email, error)
      }
      await uploadFirstProfile(username: username, name: name)
      return session.account
    }
  }

  /// Asks a repository for a session. One that comes when nobody waits for it any more is ended again.
  private func open(
    at repository: any LoginRepository, _ ask: @escaping @Sendable () async throws(AuthError) -> Session
  ) async throws(AppError) -> Session {
    try await answer { () async throws(AuthError) in
      let session = try await ask()
      if Task.isCancelled { try? await repository.logout(session.refreshToken) }
      return session
    }
  }

  /// Keeps a session, then adopts it, then announces it. When it cannot be kept, the service is told to forget it.
  private func keep(
    _ session: Session, from repository: any LoginRepository, by useCase: String, profile: ProfileState = .none
  ) async throws(StorageError) {
    do throws(StorageError) {
      try await services.store.save(repository: repository.name, session: session) { newInstallID() }
    } catch {
      await end(session.refreshToken, at: repository)
      throw error
    }
    let replaced = (self.session, repositoryName.flatMap(self.repository(named:)))
    adopt(.signedIn(uid: session.account.uid, isVerified: true), session: session, from: repository.name)
    self.profile = profile
    announce(by: useCase)
    if let old = replaced.0, let oldRepository = replaced.1 { await end(old.refreshToken, at: oldRepository) }
  }

  private func newInstallID() -> String {
    services.random.bytes(16).map { byte in
      let hex = String(byte, radix: 16)
      return hex.count == 1 ? "0" + hex : hex
    }.joined()
  }
}
