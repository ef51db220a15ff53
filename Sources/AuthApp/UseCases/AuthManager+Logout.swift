import Accounts
import AuthBus
import AuthStorage

extension AuthManager {
  /// Signs out here: the settings and the vault first, then the announcement, last the service.
  ///
  /// A service that does not answer cannot keep anybody signed in: its session is ended when it can be.
  public func logout() async throws(AppError) {
    try await gate.alone { () async throws(AppError) in
      guard session != nil || services.store.isSignIn || state == .unknown else { throw .auth(.noCurrentUser) }
      let kept = session?.refreshToken ?? (try? services.store.kept())?.refreshToken
      let repository = (repositoryName ?? lastRepositoryName).flatMap(self.repository(named:))
      try await signOutHere(by: "logout")
      if let kept, let repository { await end(kept, at: repository) }
    }
  }

  /// Signs out on this home: the settings, the vault, the state, the announcement. When it cannot be written nothing has
  /// changed.
  func signOutHere(by useCase: String) async throws(AppError) {
    do throws(StorageError) { try await forget() } catch { throw .storage(error) }
    adopt(.signedOut)
    isRestoring = false
    announce(by: useCase)
  }

  /// Ends a session at the service; a failure is journaled and changes nothing here.
  func end(_ token: Secret, at repository: any LoginRepository) async {
    do throws(AuthError) {
      try await repository.logout(token)
    } catch {
      services.bus.journal.record(.note, "session not ended", by: repository.name, detail: error.code)
    }
  }

  /// Forgets the session on disk. A vault that cannot be emptied is journaled: no claim points to it any more, and the
  /// next start removes it.
  func forget() async throws(StorageError) {
    if let leftover = try await services.store.forget() {
      services.bus.journal.record(.note, "vault not emptied", by: "AuthManager", detail: leftover.fact)
    }
  }

  var lastRepositoryName: String? { services.store.defaults.string(forKey: SessionKey.lastLoginRepository) }
}
