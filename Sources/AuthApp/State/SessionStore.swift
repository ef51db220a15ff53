package import Accounts
package import AuthStorage
import Foundation

/// The settings' keys that the login use cases own.
public enum SessionKey {
  /// Claims that somebody is signed in; a claim, not a credential.
  public static let isSignIn = "isSignIn"
  /// The repository that signed in last, by its name.
  public static let lastLoginRepository = "lastLoginRepository"
  /// Ties the vault to these settings, so that a session does not outlive them.
  public static let installID = "authsh.installID"
}

/// What the vault keeps of a session.
package struct StoredSession: Sendable, Equatable {
  package var repository: String
  package var uid: String
  package var refreshToken: Secret
  package var installID: String
}

/// The settings and the vault, written and read as one.
///
/// Orders, so that a crash between any two steps is healed at the next start: in, vault before settings; out, settings
/// before vault. One lock spans both files, so another process never reads the old half of one and the new of the other.
@MainActor
package final class SessionStore {
  package let defaults: Defaults
  let vault: Vault
  let lockPath: String
  /// The vault's file as it was last read or written here.
  private var vaultSeen: FileIdentity?
  /// Whether a session is being kept or forgotten. What memory claims meanwhile may still fail to reach the disk.
  package private(set) var isChanging = false

  package init(defaults: Defaults, vault: Vault, lockPath: String) {
    self.defaults = defaults
    self.vault = vault
    self.lockPath = lockPath
  }

  /// Whether the settings claim that somebody is signed in. Reading it is journaled.
  package var isSignIn: Bool { defaults.bool(forKey: SessionKey.isSignIn) }

  /// Why the settings cannot be trusted, if so.
  package var unreadable: StorageError? {
    guard case .unreadable(let error) = defaults.condition else { return nil }
    return error
  }

  /// The session the vault holds, `nil` for none.
  package func kept() throws(StorageError) -> StoredSession? {
    // Taken before reading: a file that is replaced meanwhile counts as unseen.
    vaultSeen = FileIdentity(path: vault.path)
    guard let data = try vault.read() else { return nil }
    guard let session = StoredSession(json: data) else {
      throw .unreadable(path: vault.path, reason: "not a session that authsh wrote")
    }
    return session
  }

  /// Whether another process has written the settings or the vault since they were last read or written here. Costs two
  /// system calls.
  package var isStale: Bool { defaults.isStale || FileIdentity(path: vault.path) != vaultSeen }

  /// Notes the vault's file as this process has just left it; called with the lock held.
  func sawVault() { vaultSeen = FileIdentity(path: vault.path) }

  /// Whether the vault holds anything at all, readable or not.
  package var holdsSession: Bool {
    do { return try kept() != nil } catch { return true }
  }

  /// The settings and the session of one moment: re-reads both under the lock.
  package func refresh() async throws(StorageError) -> (changedKeys: [String], session: StoredSession?) {
    let held = try await FileLock.acquire(at: lockPath)
    defer { held.release() }
    let changed = defaults.reload()
    if let unreadable { throw unreadable }
    sawVault()
    return (changed, isSignIn ? try kept() : nil)
  }

  /// Keeps a session: the vault, then `isSignIn` and the repository in one flush. A failure leaves neither.
  package func save(repository: String, session: Session, newInstallID: () -> String) async throws(StorageError) {
    let held = try await FileLock.acquire(at: lockPath)
    defer { held.release() }
    if let unreadable { throw unreadable }
    isChanging = true
    defer {
      isChanging = false
      sawVault()
    }
    let installID = defaults.string(forKey: SessionKey.installID) ?? newInstallID()
    let stored = StoredSession(
      repository: repository, uid: session.account.uid, refreshToken: session.refreshToken, installID: installID)
    try await vault.write(stored.json)
    defaults.set(installID, forKey: SessionKey.installID)
    defaults.set(true, forKey: SessionKey.isSignIn)
    defaults.set(repository, forKey: SessionKey.lastLoginRepository)
    do {
      try await flush()
    } catch {
      if !isSignIn { try? await vault.clear() }
      throw error
    }
  }

  /// Sets aside what cannot be read, the settings first; returns where the old files are now.
  package func repair() async throws(StorageError) -> [String] {
    let held = try await FileLock.acquire(at: lockPath)
    defer { held.release() }
    var aside: [String] = []
    if unreadable != nil { aside.append(try await defaults.repair()) }
    do { _ = try kept() } catch { aside.append(try await vault.setAside()) }
    return aside
  }

  /// Forgets the session: `isSignIn` false and no repository in one flush, then the vault.
  ///
  /// Throws when the settings could not be written: then nothing has changed. A vault that could not be emptied is returned,
  /// not thrown: the settings no longer claim a session, so the next start removes it.
  package func forget() async throws(StorageError) -> StorageError? {
    let held = try await FileLock.acquire(at: lockPath)
    defer { held.release() }
    if let unreadable { throw unreadable }
    isChanging = true
    defer {
      isChanging = false
      sawVault()
    }
    defaults.set(false, forKey: SessionKey.isSignIn)
    defaults.removeObject(forKey: SessionKey.lastLoginRepository)
    try await flush()
    do { try await vault.clear() } catch { return error }
    return nil
  }

  /// Brings changes of the settings to the disk.
  package func flush() async throws(StorageError) {
    do {
      try await defaults.flush()
    } catch {
      defaults.discardChanges()
      throw error
    }
  }

  /// Removes a session that the settings no longer claim, unless another process has claimed one since.
  package func forgetLeftover() async throws(StorageError) -> StoredSession? {
    let held = try await FileLock.acquire(at: lockPath)
    defer { held.release() }
    _ = defaults.reload()
    guard unreadable == nil, !isSignIn else { return nil }
    let leftover = try? kept()
    defer { sawVault() }
    try await vault.clear()
    return leftover
  }
}

extension StoredSession {
  fileprivate init?(json: Data) {
    guard let fields = try? JSONDecoder().decode(Fields.self, from: json), fields.v == 1 else { return nil }
    self.init(
      repository: fields.repository, uid: fields.uid, refreshToken: Secret(fields.refreshToken),
      installID: fields.installID)
  }

  var json: Data {
    let fields = Fields(
      v: 1, repository: repository, uid: uid, refreshToken: refreshToken.reveal(), installID: installID)
    return (try? JSONEncoder().encode(fields)) ?? Data()
  }

  /// The file's shape; the one place where a token is encoded.
  private struct Fields: Codable {
    var v: Int
    var repository: String
    var uid: String
    var refreshToken: String
    var installID: String
  }
}
