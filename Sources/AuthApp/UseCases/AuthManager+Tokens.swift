public import Accounts
import AuthBus
import AuthStorage

extension AuthManager {
  /// A fresh ID token. Whoever asks while one is being fetched gets the same.
  @discardableResult
  public func refreshToken() async throws(AppError) -> Secret {
    let task =
      refreshing
      ?? Task {
        defer { refreshing = nil }
        return await gate.alone { () async in await self.refreshAlone() }
      }
    refreshing = task
    return try await task.value.get()
  }

  /// The ID token as it is, fetched if there is none yet; it may be too old.
  public func idToken() async throws(AppError) -> Secret {
    try await gate.alone { () async throws(AppError) in
      try await asking { (_, token) async throws(AppError) in token }
    }
  }

  private func refreshAlone() async -> Result<Secret, AppError> {
    do throws(AppError) {
      return .success(
        try await asking(startingWithRefresh: true) { (_, token) async throws(AppError) in token })
    } catch {
      return .failure(error)
    }
  }

  /// Asks the service in the current user's name. The gate is held.
  ///
  /// A token that is only too old is traded for a fresh one and the question asked again. A refusal that ends the session
  /// signs out, unless another process has put a newer session of the same person into the vault: then that one asks.
  func asking<Value>(
    startingWithRefresh: Bool = false,
    _ question: @MainActor (any AccountService, Secret) async throws(AppError) -> Value
  ) async throws(AppError) -> Value {
    var (mustRefresh, mayRefresh, mayFollow) = (startingWithRefresh, true, true)
    while true {
      let service = try currentService()
      do throws(AppError) {
        if mustRefresh {
          (mustRefresh, mayRefresh) = (false, false)
          // A token that another process has fetched meanwhile is as fresh.
          _ = try await trade { (session) async throws(AuthError) in try await service.refresh(session.refreshToken) }
        }
        let value = try await question(service, try await presentToken(of: service))
        if let session {
          adopt(.signedIn(uid: session.account.uid, isVerified: true), session: session, from: service.name)
          // A session that was taken up offline has no profile yet.
          loadProfileIfUnknown()
        }
        return value
      } catch .auth(.idTokenExpired) where mayRefresh {
        mustRefresh = true
      } catch {
        guard case .auth(let refusal) = error, refusal.endsSession else { throw error }
        guard mayFollow, await takesNewerSession() else {
          if session != nil { await signOut(because: .refused(refusal)) }
          throw error
        }
        mayFollow = false
      }
    }
  }

  /// Gets new tokens for the current session, keeps them, and only then uses them. False when another process has put a newer
  /// session into the vault, which is then taken up: what was asked has not happened.
  func trade(_ ask: @escaping @Sendable (Session) async throws(AuthError) -> Session) async throws(AppError) -> Bool {
    guard let session, let name = repositoryName else { throw .auth(.noCurrentUser) }
    let exchange = try await services.store.exchange(session) { () async throws(AppError) in
      try await answer { () async throws(AuthError) in try await ask(session) }
    }
    switch exchange {
    case .traded(let fresh, let failure):
      if let failure {
        services.bus.journal.record(.note, "new token not kept", by: "AuthManager", detail: failure.fact)
      }
      adopt(.signedIn(uid: fresh.account.uid, isVerified: true), session: fresh, from: name)
      services.bus.post(.idTokenDidChange, by: "AuthManager")
      return true
    case .overtaken(let kept):
      take(newer: kept)
      return false
    case .gone:
      _ = await follow()
      throw .auth(.noCurrentUser)
    }
  }

  private func currentService() throws(AppError) -> any AccountService {
    guard session != nil, let name = repositoryName else { throw .auth(.noCurrentUser) }
    guard let service = repository(named: name) as? any AccountService else { throw .auth(.operationNotAllowed) }
    return service
  }

  private func presentToken(of service: any AccountService) async throws(AppError) -> Secret {
    guard let session else { throw .auth(.noCurrentUser) }
    if let token = session.idToken { return token }
    let fresh = try await answer { () async throws(AuthError) in try await service.autoLogin(session.refreshToken) }
    adopt(.signedIn(uid: fresh.account.uid, isVerified: true), session: fresh, from: service.name)
    guard let token = fresh.idToken else { throw .auth(.operationNotAllowed) }
    return token
  }

  /// Whether the vault holds another session of the same person, which is then taken up.
  private func takesNewerSession() async -> Bool {
    guard let session, let (_, kept) = try? await services.store.refresh(), let kept,
      kept.uid == session.account.uid, kept.refreshToken != session.refreshToken
    else { return false }
    take(newer: kept)
    return true
  }

  /// Takes up another session of the same person; that changes no root, so nothing is announced.
  func take(newer kept: StoredSession) {
    guard let session else { return }
    adopt(state, session: Session(account: session.account, refreshToken: kept.refreshToken), from: kept.repository)
  }
}
