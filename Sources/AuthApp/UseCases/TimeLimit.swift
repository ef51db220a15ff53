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
    // At once, up to its first wait: a turn of the main queue would cost as much as the question.
    let work = Task.immediate {
      do throws(AuthError) {
        answer.give(.ended(.success(try await operation())))
      } catch {
        answer.give(.ended(.failure(error)))
      }
    }
    let deadline = Deadlines.shared.add(in: limit) {
      answer.give(.timedOut)
      work.cancel()
    }
    answer.onFirst = { Deadlines.shared.remove(deadline) }
  }
}

/// What is to happen when a wait has lasted too long. All waits share one timer, which is left running when the last one has
/// ended in time: nearly all do, and to set up and take down a timer for each costs more than their answers.
@MainActor
final class Deadlines {
  static let shared = Deadlines()

  private var waits: [Int: (end: ContinuousClock.Instant, action: () -> Void)] = [:]
  private var last = 0
  private var timer: (end: ContinuousClock.Instant, task: Task<Void, Never>)?

  /// Calls `action` after `limit` unless it is removed before; returns the key to remove it by.
  func add(in limit: Duration, _ action: @escaping () -> Void) -> Int {
    last += 1
    let end = ContinuousClock.now + limit
    waits[last] = (end, action)
    if timer.map({ end < $0.end }) ?? true { wake(at: end) }
    return last
  }

  /// Forgets a wait that has ended.
  func remove(_ key: Int) { waits[key] = nil }

  private func wake(at end: ContinuousClock.Instant) {
    timer?.task.cancel()
    let task = Task {
      guard (try? await Task.sleep(until: end)) != nil else { return }
      timer = nil
      let late = waits.filter { $0.value.end <= .now }.sorted { $0.key < $1.key }
      for (key, _) in late { waits[key] = nil }
      for (_, wait) in late { wait.action() }
      if timer == nil, let next = waits.values.map(\.end).min() { wake(at: next) }
    }
    timer = (end, task)
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
