/// Seconds that `body` takes.
@MainActor
func seconds(_ body: () async throws -> Void) async rethrows -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  try await body()
  return (clock.now - start) / .seconds(1)
}

/// The medians of two figures taken in turn, so that what else the machine does weighs on both alike.
///
/// The first round warms up and does not count.
@MainActor
func medians(
  of rounds: Int, _ value: () async throws -> Double, against peer: () async throws -> Double
) async rethrows -> (value: Double, peer: Double) {
  var values: [Double] = []
  var peers: [Double] = []
  for _ in 0...rounds {
    values.append(try await value())
    peers.append(try await peer())
  }
  return (median(values.dropFirst()), median(peers.dropFirst()))
}

/// The middle of `numbers`; of an even count the mean of the two in the middle; 0 of none.
func median(_ numbers: some Sequence<Double>) -> Double {
  let sorted = numbers.sorted()
  guard !sorted.isEmpty else { return 0 }
  return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}
