import AuthBus
import Foundation

extension Benchmark {
  /// One post with 1, 10 and 100 observers, the journal on.
  static let post = Benchmark("post", "one post on the bus against NotificationCenter with main-actor blocks") {
    bench in
    [
      try await post(bench, observers: 1, budget: 1.5),
      try await post(bench, observers: 10, budget: 0.6),
      try await post(bench, observers: 100, budget: 0.25),
    ]
  }

  @MainActor
  private static func post(_ bench: Bench, observers: Int, budget: Double) async throws -> Row {
    let name = Notification.Name("authStateDidChange")
    let (bus, center) = (AuthBus(center: NotificationCenter()), NotificationCenter())
    let (onBus, onCenter) = (Tally(), Tally())
    for _ in 0..<observers {
      bus.observe(name, by: "bench") { _ in onBus.count += 1 }
      _ = center.addObserver(forName: name, object: nil, queue: nil) { _ in
        MainActor.assumeIsolated { onCenter.count += 1 }
      }
    }
    let posts = 20_000 / (observers + 9)
    let rounds = bench.count(99, quick: 9)
    let medians = await medians(of: rounds) {
      await seconds { for _ in 0..<posts { bus.post(name) } } * 1e6 / Double(posts)
    } against: {
      await seconds { for _ in 0..<posts { center.post(name: name, object: nil) } } * 1e6 / Double(posts)
    }
    let expected = (rounds + 1) * posts * observers
    guard onBus.count == expected, onCenter.count == expected else { throw BenchError("a post did not arrive") }
    return .measured(
      "post.\(observers)", medians, "us", peer: "NotificationCenter, \(observers) blocks", budget: budget)
  }
}

/// Counts deliveries, so that no side can leave its work out.
@MainActor
private final class Tally {
  var count = 0
}
