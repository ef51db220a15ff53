public import Foundation

/// A private file of secret bytes: what proves, between two runs, that somebody is signed in.
///
/// Nothing is kept in memory, and nothing about the content is ever reported.
public final class Vault: Sendable {
  /// Where the file is; a link there is followed.
  public let path: String
  private let file: AtomicFile
  private let onAccess: @Sendable (StoreAccess) -> Void

  /// Names the file; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - path: the file; its folder must exist before the first write.
  ///   - durability: whether a write waits for the disk.
  ///   - onAccess: called after every read, write and removal, where the call was made, without the content.
  public init(
    path: String, durability: Durability = .synced, onAccess: @escaping @Sendable (StoreAccess) -> Void = { _ in }
  ) {
    self.path = path
    self.onAccess = onAccess
    file = AtomicFile(path: path, durability: durability)
  }

  /// The bytes written last, by whichever process; nil if there are none.
  public func read() throws(StorageError) -> Data? {
    let bytes = try file.read()
    report(.read)
    return bytes.map { Data($0) }
  }

  /// Replaces the bytes; on failure the old ones stay. While the disk is awaited the caller's actor is free.
  public func write(_ data: Data) async throws(StorageError) {
    let file = file
    try await file.durability.run { () throws(StorageError) in
      try file.withLock { () throws(StorageError) in
        try file.replace(with: [UInt8](data))
        try file.syncFolder()
      }
    }
    report(.write)
  }

  /// Removes the bytes if there are any. While the disk is awaited the caller's actor is free.
  public func clear() async throws(StorageError) {
    let file = file
    try await file.durability.run { () throws(StorageError) in
      try file.withLock { () throws(StorageError) in try file.remove() }
    }
    report(.remove)
  }

  /// Moves whatever stands at the path out of the way, readable or not, and returns its new place beside the old one.
  package func setAside() async throws(StorageError) -> String {
    let file = file
    let aside = try await onWorker { () throws(StorageError) in
      try file.withLock { () throws(StorageError) in try file.setAside() }
    }
    report(.remove)
    return aside
  }

  private func report(_ operation: StoreAccess.Operation) {
    onAccess(StoreAccess(operation: operation, key: "", value: ""))
  }
}
