/// Reads a duration as the language writes it: a whole number and `ms`, `s`, `m`, `h` or `d`. `nil` for anything else.
package func parseDuration(_ text: some StringProtocol) -> Duration? {
  let digits = text.prefix { $0.isASCII && $0.isNumber }
  guard let number = Int64(digits), number <= 1_000_000_000_000 else { return nil }
  switch text.dropFirst(digits.count) {
  case "ms": return .milliseconds(number)
  case "s": return .seconds(number)
  case "m": return seconds(number, times: 60)
  case "h": return seconds(number, times: 3_600)
  case "d": return seconds(number, times: 86_400)
  default: return nil
  }
}

private func seconds(_ number: Int64, times factor: Int64) -> Duration? {
  let (product, isTooMuch) = number.multipliedReportingOverflow(by: factor)
  return isTooMuch ? nil : .seconds(product)
}

/// Writes a duration in the largest unit that divides it, so that ``parseDuration(_:)`` reads it back.
package func formatDuration(_ duration: Duration) -> String {
  let (seconds, attoseconds) = duration.components
  let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
  guard milliseconds != 0 else { return "0s" }
  for (unit, size) in [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000)] as [(String, Int64)]
  where milliseconds % size == 0 {
    return "\(milliseconds / size)\(unit)"
  }
  return "\(milliseconds)ms"
}
