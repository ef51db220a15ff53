/// What `Defaults` knows in memory: what the file held, and what was changed on top of it.
struct DefaultsState {
  private struct Change {
    let value: PropertyListValue?
    let revision: Int
  }

  /// Whether the file could be read, and what it was.
  private(set) var condition: Defaults.Condition = .missing
  /// Which file, in which version, that was.
  var identity: FileIdentity?
  /// Values that count where nothing is stored.
  var registered: [String: PropertyListValue] = [:]
  /// Counts what was taken over from the file, so that a slow reader notices a faster one.
  private(set) var generation = 0
  private var content: [String: PropertyListValue] = [:]
  private var bytes: [UInt8]?
  private var changes: [String: Change] = [:]
  private var revision = 0
  private var changedOutside: Set<String> = []

  /// The keys that were changed here and not yet flushed, in order.
  var changedKeys: [String] { changes.keys.sorted() }

  /// The value that counts for `key`.
  func value(for key: String) -> PropertyListValue? {
    if let change = changes[key] { return change.value ?? registered[key] }
    return content[key] ?? registered[key]
  }

  /// What the file should hold, and the number of the last change in it.
  func merged() -> (content: [String: PropertyListValue], revision: Int) {
    var merged = content
    for (key, change) in changes { merged[key] = change.value }
    return (merged, revision)
  }

  /// Notes a change of one key; nil removes it.
  mutating func set(_ value: PropertyListValue?, for key: String) {
    revision += 1
    changes[key] = Change(value: value?.stored, revision: revision)
  }

  /// Forgets the changes, or those up to `revision`, which are in the file now.
  mutating func dropChanges(upTo revision: Int = .max) {
    changes = changes.filter { $0.value.revision > revision }
  }

  /// Whether the file still holds what it held when it was last read.
  func knows(_ bytes: [UInt8]?) -> Bool {
    if case .unreadable = condition { return false }
    return self.bytes == bytes && (bytes != nil || condition == .missing)
  }

  /// Takes over what the file holds now; `bytes` is nil if there is none.
  mutating func adopt(_ found: [String: PropertyListValue], from bytes: [UInt8]?) {
    for key in Set(content.keys).union(found.keys) where changes[key] == nil && content[key] != found[key] {
      changedOutside.insert(key)
    }
    (content, self.bytes) = (found, bytes)
    generation += 1
    condition = bytes == nil ? .missing : .loaded
  }

  /// Notes that the file cannot be read. What it held before stays: unknown is not the same as gone.
  mutating func lose(_ error: StorageError) { condition = .unreadable(error) }

  /// The keys that others changed since the last call, in order.
  mutating func takeChangedOutside() -> [String] {
    defer { changedOutside = [] }
    return changedOutside.sorted()
  }
}
