/// How the program ends, as README lists it.
package enum ExitCode: Int32, Sendable, CaseIterable {
  case success = 0
  case expectationFailed = 1
  case wrongOptions = 2
  case notParsed = 3
  case commandFailed = 4
  case noTest = 5
  case timeLimit = 6
  case storeUnusable = 7
  case internalError = 70

  /// With several causes the first of these counts.
  private static let order: [ExitCode] = [
    .internalError, .storeUnusable, .notParsed, .timeLimit, .commandFailed, .expectationFailed, .noTest, .wrongOptions,
    .success,
  ]

  /// The one of two that counts.
  package func joined(with other: ExitCode) -> ExitCode {
    Self.order.first { $0 == self || $0 == other } ?? self
  }
}
