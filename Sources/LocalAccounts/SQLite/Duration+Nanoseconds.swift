extension Duration {
  /// The whole nanoseconds, `nil` where they are more than 292 years of them.
  var nanoseconds: Int64? {
    let (seconds, attoseconds) = components
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isOver) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return isTooLong || isOver ? nil : sum
  }
}
