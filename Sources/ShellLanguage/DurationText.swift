/// What the language writes after a duration's number, the largest first, in milliseconds.
private let units: [(name: String, milliseconds: Int64)] = [
  ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
]

/// Reads a duration as the language writes it: a whole number and `ms`, `s`, `m`, `h` or `d`. `nil` for anything else, and
/// for more milliseconds than fit in 64 bits.
package func parseDuration(_ text: some StringProtocol) -> Duration? {
  let digits = text.prefix { $0.isASCII && $0.isNumber }
  let name = text.dropFirst(digits.count)
  guard let number = Int64(digits), let unit = units.first(where: { $0.name == name }) else { return nil }
  let (milliseconds, isTooMuch) = number.multipliedReportingOverflow(by: unit.milliseconds)
  return isTooMuch ? nil : .milliseconds(milliseconds)
}

/// Writes a duration in the largest unit that divides it, so that ``parseDuration(_:)`` reads it back; parts of a
/// millisecond are dropped.
package func formatDuration(_ duration: Duration) -> String {
  let (seconds, attoseconds) = duration.components
  let (thousands, isTooMuch) = seconds.multipliedReportingOverflow(by: 1_000)
  // Longer than the language can write: only code makes such a duration, and seconds will do.
  guard !isTooMuch, thousands.magnitude < Int64.max - 1_000 else { return "\(seconds)s" }
  let milliseconds = thousands + attoseconds / 1_000_000_000_000_000
  guard milliseconds != 0 else { return "0s" }
  let unit = units.first { milliseconds % $0.milliseconds == 0 } ?? ("ms", 1)
  return "\(milliseconds / unit.milliseconds)\(unit.name)"
}
