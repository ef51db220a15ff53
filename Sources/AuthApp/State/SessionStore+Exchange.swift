package import Accounts
package import AuthStorage

/// How a trade of tokens ended.
package enum TokenExchange: Sendable {
  /// The service gave new tokens; `notKept` says what kept the vault from taking them. The old refresh token, which it still
  /// holds, then stays good, since nobody uses the new one.
  case traded(Session, notKept: StorageError?)
  /// Another process has put another session of the same person into the vault; nothing was traded.
  case overtaken(StoredSession)
  /// Another process has signed out or signed somebody else in.
  case gone
}

extension SessionStore {
  /// Lets `trade` get new tokens for `session`, and keeps them before anybody uses them.
  ///
  /// The lock is held all the while: of two processes on this home one trades, and the other finds the new tokens.
  package func exchange(
    _ session: Session, _ trade: @MainActor () async throws(AppError) -> Session
  ) async throws(AppError) -> TokenExchange {
    let held: FileLock
    let kept: StoredSession?
    do throws(StorageError) {
      held = try await FileLock.acquire(at: lockPath)
      kept = try self.kept()
    } catch { throw .storage(error) }
    defer { held.release() }
    guard var kept, kept.uid == session.account.uid else { return .gone }
    guard kept.refreshToken == session.refreshToken else { return .overtaken(kept) }
    var traded = try await trade()
    kept.refreshToken = traded.refreshToken
    do throws(StorageError) {
      try await vault.write(kept.json)
      sawVault()
      return .traded(traded, notKept: nil)
    } catch {
      traded.refreshToken = session.refreshToken
      return .traded(traded, notKept: error)
    }
  }
}
