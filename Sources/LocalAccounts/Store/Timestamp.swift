internal import Foundation

/// An instant on the service's clock in whole microseconds, as the store keeps it: what is read equals what was written.
struct Timestamp: Comparable, Sendable {
  /// Microseconds since 1970.
  let microseconds: Int64

  /// The instant so many microseconds after 1970.
  init(microseconds: Int64) { self.microseconds = microseconds }

  /// `date`, moved by `offset` nanoseconds; a date that no clock shows becomes the nearest one that can be kept.
  init(_ date: Date, offset: Int64) {
    // Four thousand years either way: far from what overflows, in this sum and in all that follow.
    let limit = 1.3e17
    let wall = Int64(max(-limit, min(limit, date.timeIntervalSince1970 * 1_000_000)).rounded())
    microseconds = wall + offset / 1_000
  }

  /// The whole seconds, as a token tells the time.
  var seconds: Int64 { microseconds / 1_000_000 - (microseconds % 1_000_000 < 0 ? 1 : 0) }

  /// The same instant for the world outside.
  var date: Date { Date(timeIntervalSince1970: Double(microseconds) / 1_000_000) }

  static func < (left: Timestamp, right: Timestamp) -> Bool { left.microseconds < right.microseconds }
}
