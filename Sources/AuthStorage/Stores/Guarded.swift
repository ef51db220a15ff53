import Foundation

/// A value that threads share, reached only while its lock is held.
final class Guarded<Value>: @unchecked Sendable {
  // Every access to `value` goes through `with`, which holds `lock`.
  private let lock = NSLock()
  private var value: Value

  /// Starts with `value`.
  init(_ value: sending Value) { self.value = value }

  /// Reads or changes the value; keep it short, others wait.
  func with<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }
}
