import Foundation

/// Dates as property lists spell them: `2026-03-01T12:00:00Z`, whole seconds, the Gregorian calendar throughout.
enum PropertyListDate {
  // Seconds since 2001 of the first second of the year 0 and of the year 10000.
  private static let range = -63_145_526_400.0..<252_423_993_600.0
  private static let daysFrom1970To2001 = 11_323

  /// The date as text.
  static func text(of date: Date) throws(PropertyListError) -> String {
    let seconds = Int(try check(date.timeIntervalSinceReferenceDate))
    let (days, time) = seconds.flooredDivision(by: 86_400)
    let (year, month, day) = civil(days: days + daysFrom1970To2001)
    let fields = [year, month, day, time / 3_600, time / 60 % 60, time % 60]
    let text = fields.map { $0 < 10 ? "0\($0)" : String($0) }
    let century = String(repeating: "0", count: 4 - String(year).count) + String(year)
    return "\(century)-\(text[1])-\(text[2])T\(text[3]):\(text[4]):\(text[5])Z"
  }

  /// The date that `text` spells.
  static func date(from text: String) throws(PropertyListError) -> Date {
    let pattern = Array("0000-00-00T00:00:00Z".utf8)
    let bytes = Array(text.utf8)
    guard bytes.count == pattern.count, zip(bytes, pattern).allSatisfy(matches) else { throw malformed }
    func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 * 10 + Int($1) - 48 } }
    let (month, day) = (number(5..<7), number(8..<10))
    let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
    guard 1...12 ~= month, 1...31 ~= day, hour < 24, minute < 60, second < 60 else { throw malformed }
    let days = self.days(year: number(0..<4), month: month, day: day) - daysFrom1970To2001
    return Date(timeIntervalSinceReferenceDate: Double(days * 86_400 + hour * 3_600 + minute * 60 + second))
  }

  /// The date that a binary property list gives as seconds since 2001, without its fraction.
  static func date(secondsSince2001 seconds: Double) throws(PropertyListError) -> Date {
    Date(timeIntervalSinceReferenceDate: try check(seconds))
  }

  private static let malformed = PropertyListError(detail: "a date is not of the form 2026-03-01T12:00:00Z")

  private static func matches(_ byte: UInt8, _ pattern: UInt8) -> Bool {
    pattern == UInt8(ascii: "0") ? UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte : byte == pattern
  }

  private static func check(_ seconds: Double) throws(PropertyListError) -> Double {
    guard range.contains(seconds) else { throw PropertyListError(detail: "a date is outside the years 0 to 9999") }
    return seconds.rounded(.down)
  }

  // Both directions as in Howard Hinnant's "chrono-compatible low-level date algorithms": years start in March.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = marchYear.flooredDivision(by: 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }
}

extension Int {
  fileprivate func flooredDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
