import Foundation

/// Lets so many through at a time, in the order they came.
final class Turnstile: Sendable {
  private let lock = NSLock()
  // Both guarded by `lock`.
  nonisolated(unsafe) private var free: Int
  nonisolated(unsafe) private var waiting: [CheckedContinuation<Void, Never>] = []

  init(width: Int) { free = width }

  /// Waits for a place.
  func enter() async {
    await withCheckedContinuation { continuation in
      let isOpen = lock.withLock {
        guard free > 0 else {
          waiting.append(continuation)
          return false
        }
        free -= 1
        return true
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Gives the place to the next in line.
  func leave() {
    let next: CheckedContinuation<Void, Never>? = lock.withLock {
      guard !waiting.isEmpty else {
        free += 1
        return nil
      }
      return waiting.removeFirst()
    }
    next?.resume()
  }
}
