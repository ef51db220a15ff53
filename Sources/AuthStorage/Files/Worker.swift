import Dispatch

// Threads that may block: the cooperative pool has only as many threads as the machine has cores.
private let workers = DispatchQueue(label: "authsh.storage", attributes: .concurrent)

extension Durability {
  /// Runs work on files: on a worker if it waits for the disk, else at once, because the hop costs more than the work.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    switch self {
    case .synced: try await onWorker(work)
    case .throwaway: try work()
    }
  }
}

/// Runs blocking work on a thread of its own and returns to the caller's actor with what came of it.
func onWorker<Value: Sendable>(
  _ work: @escaping @Sendable () throws(StorageError) -> Value
) async throws(StorageError) -> Value {
  let result: Result<Value, StorageError> = await withCheckedContinuation { continuation in
    workers.async {
      continuation.resume(returning: Result { () throws(StorageError) in try work() })
    }
  }
  return try result.get()
}
