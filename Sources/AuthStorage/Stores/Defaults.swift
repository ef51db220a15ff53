/// Settings in a property list, with the verbs of `UserDefaults`.
///
/// Reads and `set` work in memory, from any thread. `flush` brings the changes to the disk: under a lock, merged key
/// by key with what other processes wrote meanwhile, and replacing the file whole. Unlike `UserDefaults` it takes no
/// values from the program's arguments, and a file that it cannot read is *unknown*: never empty, never overwritten.
public final class Defaults: Sendable {
  /// What is known about the file.
  public enum Condition: Sendable, Equatable {
    /// There is no file; the first flush makes it.
    case missing
    /// The file was read.
    case loaded
    /// The file is there, but its content is unknown; `flush` throws this error until `repair`, or until the file
    /// can be read again.
    case unreadable(StorageError)
  }

  /// Where the file was asked for; a link there is followed.
  public let path: String
  private let file: AtomicFile
  private let onAccess: @Sendable (StoreAccess) -> Void
  private let state = Guarded(DefaultsState())

  /// Reads the file at `path`; `condition` tells how that went.
  ///
  /// - Parameters:
  ///   - path: the property list; its folder must exist before the first flush.
  ///   - durability: whether a flush waits for the disk.
  ///   - onAccess: called for every read, write, removal and flush, where the call was made.
  public init(
    path: String, durability: Durability = .synced, onAccess: @escaping @Sendable (StoreAccess) -> Void = { _ in }
  ) {
    self.path = path
    self.onAccess = onAccess
    file = AtomicFile(path: path, durability: durability)
    _ = reload()
  }

  /// Whether the file could be read.
  public var condition: Condition { state.with { $0.condition } }

  /// Whether another file, or another version of it, lies there than was read or written last. Costs one system call.
  package var isStale: Bool { FileIdentity(path: path) != state.with { $0.identity } }

  /// Whether changes wait for a flush.
  public var hasChanges: Bool { state.with { !$0.changedKeys.isEmpty } }

  /// The file that is read and written: `path`, or where the link at `path` leads.
  public var fileLocation: String { (try? file.location()) ?? path }

  /// The value for a key: the one set last, else the file's, else the registered one.
  public func object(forKey key: String) -> PropertyListValue? {
    let value = state.with { $0.value(for: key) }
    onAccess(StoreAccess(operation: .read, key: key, value: value?.summary ?? "nil"))
    return value
  }

  /// Changes a value in memory. Dates lose their fraction of a second, which the file cannot hold.
  public func set(_ value: PropertyListValue, forKey key: String) {
    state.with { $0.set(value, for: key) }
    onAccess(StoreAccess(operation: .write, key: key, value: value.summary))
  }

  /// Removes a value in memory; the registered one counts again.
  public func removeObject(forKey key: String) {
    state.with { $0.set(nil, for: key) }
    onAccess(StoreAccess(operation: .remove, key: key, value: ""))
  }

  /// Adds values that count where nothing is stored; they are never written.
  public func register(defaults: [String: PropertyListValue]) {
    state.with { $0.registered.merge(defaults) { _, new in new } }
  }

  /// All keys with the values that count, registered ones included.
  public func dictionaryRepresentation() -> [String: PropertyListValue] {
    state.with { $0.registered.merging($0.merged().content) { _, stored in stored } }
  }

  /// Forgets every change since the last flush, so that memory holds what the file holds.
  public func discardChanges() { state.with { $0.dropChanges() } }
}

// The disk.
extension Defaults {
  /// Brings the changes to the disk; without changes it does nothing. While the disk is awaited the
  /// caller's actor is free.
  ///
  /// - Throws: what kept the file from being read or written. The file is then as it was, and the changes stay in
  ///   memory for another try, or for `discardChanges`.
  public func flush() async throws(StorageError) {
    let keys = state.with { $0.changedKeys }
    if keys.isEmpty { return }
    try await file.durability.run { () throws(StorageError) in try self.write() }
    onAccess(StoreAccess(operation: .flush, key: keys.joined(separator: " "), value: ""))
  }

  /// Reads the file again if it changed, and names the keys that others changed since the last call, in order.
  ///
  /// Unflushed changes of one's own stay on top. If the file cannot be read, `condition` says so, the list is empty,
  /// and the values last read stay.
  public func reload() -> [String] {
    do throws(StorageError) { try read() } catch { state.with { $0.lose(error) } }
    return state.with { $0.takeChangedOutside() }
  }

  /// Moves a file that cannot be read out of the way, so that the next flush makes a new one.
  ///
  /// - Returns: where the old file is now, beside its old place.
  /// - Throws: `failed` if the file can be read, or what kept it from being moved.
  public func repair() async throws(StorageError) -> String {
    try await file.durability.run { () throws(StorageError) in
      try self.file.withLock { () throws(StorageError) in
        _ = self.reload()
        guard case .unreadable = self.condition else {
          throw .failed(path: self.path, operation: "repair", reason: "the file can be read")
        }
        let aside = try self.file.setAside()
        self.state.with { $0.adopt([:], from: nil) }
        return aside
      }
    }
  }

  private func read() throws(StorageError) {
    while true {
      let generation = state.with { $0.generation }
      // Before the bytes: what is written in between is noticed at the next look, and not overlooked for good.
      state.with { $0.identity = FileIdentity(path: path) }
      let bytes = try file.read()
      if state.with({ $0.knows(bytes) }) { return }
      let content = try bytes.map { bytes throws(StorageError) in try parsePropertyList(bytes, path: path) } ?? [:]
      // A flush on another thread may have been faster: then these bytes are old, and are not to hide the new ones.
      let isCurrent = state.with { state in
        guard state.generation == generation else { return false }
        state.adopt(content, from: bytes)
        return true
      }
      if isCurrent { return }
    }
  }

  private func write() throws(StorageError) {
    try file.withLock { () throws(StorageError) in
      do throws(StorageError) { try read() } catch {
        state.with { $0.lose(error) }
        throw error
      }
      let (content, revision) = state.with { $0.merged() }
      let bytes = try encodePropertyList(content, path: path)
      try file.replace(with: bytes)
      state.with {
        $0.adopt(content, from: bytes)
        $0.identity = FileIdentity(path: path)
      }
      // Only now: a change whose name may not have reached the disk is tried again.
      try file.syncFolder()
      state.with { $0.dropChanges(upTo: revision) }
    }
  }
}
