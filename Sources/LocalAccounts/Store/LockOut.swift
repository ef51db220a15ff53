/// How long an address stays closed after failed sign-ins: five are free, then 30 s, doubling to 15 min.
enum LockOut {
  /// Failures before the first wait.
  static let freeFailures = 5
  /// How long failures are remembered, in microseconds: a day. Otherwise every address ever mistyped would stay.
  static let memory: Int64 = 86_400 * second

  private static let second: Int64 = 1_000_000
  private static let first = 30 * second
  private static let longest = 900 * second

  /// The wait that starts with the failure that made it `failures`.
  static func wait(after failures: Int) -> Int64 {
    guard failures >= freeFailures else { return 0 }
    return min(longest, first << min(failures - freeFailures, 16))
  }

  /// What is left of the wait, in whole seconds; `nil` when the address is open.
  ///
  /// A failure that lies in the future locks nothing: the clock went back, and a wait must not outlast its own length.
  static func remaining(failures: Int, failedAt: Timestamp, now: Timestamp) -> Duration? {
    let elapsed = now.microseconds - failedAt.microseconds
    let left = wait(after: failures) - elapsed
    guard elapsed >= 0, left > 0 else { return nil }
    return .seconds((left + second - 1) / second)
  }
}
