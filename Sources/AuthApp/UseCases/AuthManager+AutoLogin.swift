import Accounts
import AuthBus
import AuthStorage
import Foundation

extension AuthManager {
  /// Takes up the kept session, if there is one, and returns the state it led to.
  ///
  /// `isSignIn` only selects the attempt; home needs a session that its repository accepts. Only a definite refusal signs out. A
  /// service that cannot be reached leaves home unverified, and a store that cannot be read, or no verdict in time, leaves unknown.
  @discardableResult
  public func autoLogin() async -> AuthState {
    await gate.alone { () async in
      if isRestoring {
        await restore()
      } else if state == .signedOut {
        await removeLeftover()
      }
      isRestoring = false
      return state
    }
  }

  private func restore() async {
    let kept: StoredSession?
    do {
      kept = try services.store.kept()
    } catch {
      return adopt(.unknown, reason: .storeUnreadable(error))
    }
    guard let kept else { return await signOut(because: .sessionMissing) }
    guard kept.installID == services.store.defaults.string(forKey: SessionKey.installID) else {
      return await signOut(because: .installMismatch)
    }
    await restore(kept)
  }

  /// Asks the repository about a kept session and follows its answer.
  func restore(_ kept: StoredSession) async {
    guard let repository = repository(named: kept.repository) else {
      return await signOut(because: .unknownRepository(kept.repository))
    }
    let limit = services.restoreLimit
    switch await waiting(
      atMost: limit,
      for: { () async throws(AuthError) in
        try await repository.autoLogin(kept.refreshToken)
      })
    {
    case .ended(.success(let session)):
      adopt(.signedIn(uid: session.account.uid, isVerified: true), session: session, from: repository.name)
      announce(by: "autoLogin")
    case .ended(.failure(.networkRequestFailed)):
      adoptUnverified(kept)
      announce(by: "autoLogin")
    case .ended(.failure(let error)) where error.isDefiniteRefusal:
      await signOut(because: .refused(error))
    case .ended(.failure(let error)):
      lose(because: .serviceUnusable(error))
    case .timedOut:
      lose(because: .restoreTimeout(limit: limit))
    }
  }

  /// Home without a verdict: all that is known of the account is its uid.
  private func adoptUnverified(_ kept: StoredSession) {
    let account = Account(
      uid: kept.uid, createdAt: .distantPast, lastSignInAt: .distantPast, validSince: .distantPast)
    adopt(
      .signedIn(uid: kept.uid, isVerified: false),
      session: Session(account: account, refreshToken: kept.refreshToken), from: kept.repository)
  }

  /// Signs out because a session turned out to be no good. Where even that cannot be written, the state is unknown.
  func signOut(because reason: StateReason) async {
    do {
      try await forget()
      adopt(.signedOut, reason: reason)
      announce(by: "AuthManager")
    } catch {
      lose(because: .storeUnreadable(error))
    }
  }

  /// There is no verdict. At a start nobody knew better and nothing is announced; later the root has to leave.
  private func lose(because reason: StateReason) {
    let wasKnown = state != .unknown
    adopt(.unknown, reason: reason)
    if wasKnown { announce(by: "AuthManager") }
  }

  /// A crash between the steps of a sign-in or a sign-out leaves a session that nothing claims: it is ended. One that another
  /// process was about to claim is followed.
  private func removeLeftover() async {
    guard services.store.holdsSession else { return }
    guard let leftover = try? await services.store.forgetLeftover() else {
      _ = await follow()
      return
    }
    services.bus.journal.record(.note, "left-over session ended", by: "AuthManager", detail: leftover.uid)
    if let repository = repository(named: leftover.repository) { await end(leftover.refreshToken, at: repository) }
  }
}
