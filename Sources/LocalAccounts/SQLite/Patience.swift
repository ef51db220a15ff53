internal import Glibc

/// Waits for whoever holds the file, for a while.
///
/// SQLite's own waiting looks less and less often, at last ten times a second. Of many clients, the one that has waited the
/// longest is then the least likely to get its turn, and gives up while newcomers pass it. Here all look equally often.
final class Patience {
  private let limit: Duration
  private var deadline = ContinuousClock.now

  /// Gives up after `limit`.
  init(limit: Duration) { self.limit = limit }

  /// Sleeps for a moment and says whether to try again. `tries` counts from 0 for each wait.
  func tryAgain(after tries: Int32) -> Bool {
    let now = ContinuousClock.now
    if tries == 0 { deadline = now + limit }
    guard now < deadline else { return false }
    // Not all at the same moment.
    usleep(.random(in: 500..<2_000))
    return true
  }
}
