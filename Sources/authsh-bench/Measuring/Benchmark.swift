/// One thing that is measured; its rows are budgets.
struct Benchmark: Sendable {
  /// What `--only` takes.
  let name: String
  /// What is compared, in a few words.
  let summary: String
  /// Measures.
  let rows: @MainActor (Bench) async throws -> [Row]

  init(_ name: String, _ summary: String, rows: @escaping @MainActor (Bench) async throws -> [Row]) {
    self.name = name
    self.summary = summary
    self.rows = rows
  }

  /// Every benchmark, the quick ones first.
  static let all: [Benchmark] = [start, steps, post, pairs, memory, million, signIn, enumeration]

  /// A line for each.
  static var list: String {
    let width = all.map(\.name.count).max() ?? 0
    return all.map { $0.name + String(repeating: " ", count: width - $0.name.count + 2) + $0.summary }
      .joined(separator: "\n")
  }
}

extension [Benchmark] {
  /// All rows. A benchmark that breaks down gives a row that says why, and the others go on.
  @MainActor
  func measured(in bench: Bench) async -> [Row] {
    defer { bench.close() }
    var rows: [Row] = []
    for benchmark in self {
      do { rows += try await benchmark.rows(bench) } catch { rows.append(.failed(benchmark.name, error)) }
    }
    return rows
  }
}
