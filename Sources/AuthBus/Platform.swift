import Foundation

/// The number of the running thread; another thread may have it after this one ended.
enum ThreadNumber {
  /// The running thread's number, never 0. A few nanoseconds.
  static var current: UInt { UInt(pthread_self()) }
}

/// Whether code runs on the main actor, asked from where the compiler does not know.
///
/// `Thread.isMainThread` is no answer on Linux: once an asynchronous `main` has suspended, the main queue is served by
/// other threads and it is false on the main actor; it also costs microseconds. `MainActor.assumeIsolated` traps.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the main queue runs this code, so that `MainActor.assumeIsolated` holds. About 40 ns.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }
}

/// Nanoseconds since it was made, by a clock that never goes back.
struct JournalClock {
  private let origin = Self.monotonic()

  /// The present reading.
  var now: UInt64 { Self.monotonic() - origin }

  private static func monotonic() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
