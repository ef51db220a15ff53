import Accounts
import AuthBus
package import AuthStorage

extension AuthManager {
  /// Brings changes of the settings to the disk, and follows them as another process's are followed.
  package func flushDefaults() async throws(StorageError) {
    try await services.store.flush()
    await catchUp(isForced: true)
  }

  /// Sets aside the settings, and the session, as far as they cannot be read; returns where the old files are now.
  package func repair() async throws(StorageError) -> [String] {
    try await gate.alone { () async throws(StorageError) in try await services.store.repair() }
  }

  /// Follows what another process on this home has written: re-reads settings and vault as one and announces once if the
  /// person changed. Returns the settings' keys whose values changed.
  ///
  /// It waits for an operation under way, since that may be following the same change. When nothing was written it costs two
  /// system calls, unless `isForced`.
  @discardableResult
  package func catchUp(isForced: Bool = false) async -> [String] {
    await gate.alone { () async in
      guard isForced || services.store.isStale else { return [] }
      return await follow(signedOutBecause: isForced ? .claimWithdrawn : .signedOutElsewhere)
    }
  }

  /// The same without a look at whether anything was written; the gate is held.
  func follow(signedOutBecause reason: StateReason = .signedOutElsewhere) async -> [String] {
    guard let (changed, kept) = try? await services.store.refresh() else { return [] }
    if let kept {
      if kept.refreshToken != session?.refreshToken { await take(kept) }
    } else if session != nil {
      adopt(.signedOut, reason: reason)
      announce(by: "AuthManager")
    } else if state == .unknown {
      adopt(.signedOut)
      announce(by: "AuthManager")
    }
    return changed
  }

  /// Takes up another session. The same person's newer session changes no root, so it is not announced.
  private func take(_ kept: StoredSession) async {
    if let session, session.account.uid == kept.uid {
      take(newer: kept)
    } else {
      await restore(kept)
    }
  }
}
