internal import Accounts
internal import Foundation

/// The file with the accounts, opened at its first use and again when another file stands in its place.
///
/// Calls block: on the disk, and on whoever else holds the file.
final class Store: @unchecked Sendable {
  // Safe to share: `open` and the connection in it are touched only under `lock`.
  private let lock = NSLock()
  private var open: OpenStore?

  private let file: StoreFile
  private let profile: StoreProfile
  private let clock: any WallClock
  private let random: any RandomSource
  private let busyTimeout: Duration

  private struct OpenStore {
    let identity: StoreFile.Identity
    let database: Database
    let profile: StoreProfile
    let key: SigningKey
  }

  /// Names the file; touches nothing.
  init(
    path: String, profile: StoreProfile, clock: any WallClock, random: any RandomSource, busyTimeout: Duration
  ) {
    file = StoreFile(path: path)
    self.profile = profile
    self.clock = clock
    self.random = random
    self.busyTimeout = busyTimeout
  }

  /// Does `body` in one transaction. What it throws takes all of it back; a refusal that must leave a trace is returned.
  ///
  /// `ifMissing` is the answer while there is no file yet; without it, a file is made.
  func transaction<T>(
    _ mode: TransactionMode, ifMissing: Result<T, AuthError>? = nil,
    _ body: (Transaction) throws(AuthError) -> T
  ) throws(AuthError) -> T {
    lock.lock()
    defer { lock.unlock() }
    do {
      let identity = try file.identity()
      if identity == nil, let ifMissing { return try ifMissing.get() }
      let store = try opened(identity)
      return try store.database.transaction(mode) { () throws(AuthError) in
        let now = Timestamp(clock.now(), offset: try ClockOffset.read(from: store.database))
        return try body(
          Transaction(database: store.database, profile: store.profile, key: store.key, random: random, now: now))
      }
    } catch {
      // A connection that met a fault is not used again: the next call starts afresh, and works once the cause is gone.
      if case .store = error { open = nil }
      throw named(error)
    }
  }

  /// The statements that the open connection has run so far, for a test of what they cost.
  var statements: [String] { lock.withLock { open?.database.known ?? [] } }

  /// Puts the path before words that would not tell which file they speak of.
  private func named(_ error: AuthError) -> AuthError {
    guard case .store(.unusable(let words)) = error else { return error }
    return .store(.unusable("\(file.path): \(words)"))
  }

  private func opened(_ identity: StoreFile.Identity?) throws(AuthError) -> OpenStore {
    if let open, open.identity == identity { return open }
    open = nil
    try file.create()
    file.protect()
    guard let identity = try file.identity() else { throw .store(.unusable("the file vanished")) }
    let (database, profile) = try connect()
    let key = try SigningKey.read(from: database)
    let fresh = OpenStore(identity: identity, database: database, profile: profile, key: key)
    open = fresh
    return fresh
  }

  /// SQLite does not wait for another process in all the steps of setting a file up, so the waiting is done here.
  private func connect() throws(AuthError) -> (Database, StoreProfile) {
    let deadline = ContinuousClock.now + busyTimeout
    while true {
      do {
        let database = try Database(path: file.path, busyTimeout: busyTimeout)
        return (database, try Schema.prepare(database, profile, random))
      } catch {
        if case .store(.unusable) = error, file.isReadOnly { throw .store(.readOnly) }
        guard error == .store(.locked), ContinuousClock.now < deadline else { throw error }
        usleep(2_000)
      }
    }
  }
}
