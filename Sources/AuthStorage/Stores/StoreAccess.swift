/// One use of a store, as it is reported to whoever keeps the journal.
public struct StoreAccess: Sendable, Equatable {
  /// What was done.
  public enum Operation: String, Sendable {
    /// A value was asked for.
    case read
    /// A value was set in memory, or secret bytes went to the disk.
    case write
    /// A value was removed in memory, or secret bytes from the disk.
    case remove
    /// The changes in memory went to the disk.
    case flush
  }

  /// What was done.
  public let operation: Operation
  /// The key in question; for a flush all keys that changed; empty for secret bytes.
  public let key: String
  /// The value in a few words; never a secret.
  public let value: String
}
