import Accounts

/// How a bounded wait ended.
enum Bounded<Value: Sendable>: Sendable {
  case ended(Result<Value, AuthError>)
  case timedOut
}

/// Waits for `operation`, but no longer than `limit`. A late answer is dropped: an operation that ignores cancellation may
/// go on, but nobody hears of it.
@MainActor
func waiting<Value: Sendable>(
  atMost limit: Duration, for operation: @escaping @Sendable () async throws(AuthError) -> Value
) async -> Bounded<Value> {
  await withCheckedContinuation { continuation in
    let answer = FirstAnswer(continuation)
    let work = Task {
      do throws(AuthError) {
        answer.give(.ended(.success(try await operation())))
      } catch {
        answer.give(.ended(.failure(error)))
      }
    }
    let timer = Task {
      guard (try? await Task.sleep(for: limit)) != nil else { return }
      answer.give(.timedOut)
      work.cancel()
    }
    answer.onFirst = { timer.cancel() }
  }
}

/// Resumes a continuation with the first answer and ignores the rest.
@MainActor
private final class FirstAnswer<Value: Sendable> {
  private var continuation: CheckedContinuation<Bounded<Value>, Never>?
  var onFirst: () -> Void = {}

  init(_ continuation: CheckedContinuation<Bounded<Value>, Never>) {
    self.continuation = continuation
  }

  func give(_ answer: Bounded<Value>) {
    continuation?.resume(returning: answer)
    continuation = nil
    onFirst()
  }
}

extension AuthManager {
  /// Waits for a repository's answer, but not for ever: one that does not come is a network failure.
  func answer<Value: Sendable>(
    _ operation: @escaping @Sendable () async throws(AuthError) -> Value
  ) async throws(AppError) -> Value {
    switch await waiting(atMost: services.answerLimit, for: operation) {
    case .ended(.success(let value)): return value
    case .ended(.failure(let error)): throw .auth(error)
    case .timedOut: throw .auth(.networkRequestFailed)
    }
  }
}
