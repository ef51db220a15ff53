/// Lets one operation through at a time, in the order they came.
///
/// Two sign-ins, or a sign-out and a restore, must not interleave between their steps; a lock cannot be held across `await`.
@MainActor
final class Gate {
  private var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Runs `operation` once every earlier one has ended.
  func alone<Value, Failure: Error>(
    _ operation: @MainActor () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    if isBusy {
      await withCheckedContinuation { waiting.append($0) }
    }
    isBusy = true
    defer { passOn() }
    return try await operation()
  }

  /// Hands the gate to the next in line without opening it in between, so that nobody can slip past the queue.
  private func passOn() {
    if waiting.isEmpty {
      isBusy = false
    } else {
      waiting.removeFirst().resume()
    }
  }
}
