import Foundation

extension Benchmark {
  /// A million lines of a built-in step from a file, and what memory they take.
  static let steps = Benchmark("steps", "lines of 'set x = hello' against dash's 'true hello world'") { bench in
    let lines = bench.count(1_000_000, quick: 100_000)
    let home = try bench.signedOutHome()
    let many = try bench.script("set x = hello", lines: lines)
    let few = try bench.script("set x = hello", lines: lines / 10)
    return [
      try await rate(bench, home, many, lines: lines),
      try await memory(bench, home, many: many, few: few),
    ]
  }

  @MainActor
  private static func rate(_ bench: Bench, _ home: String, _ script: String, lines: Int) async throws -> Row {
    let (dash, peer) = ("/usr/bin/dash", "dash: true hello world")
    guard FileManager.default.isExecutableFile(atPath: dash) else {
      return .missing("steps", "us/line", peer: peer, budget: 1, note: "there is no \(dash) on this machine")
    }
    let twin = try bench.script("true hello world", lines: lines)
    let medians = try await medians(of: bench.count(9, quick: 3)) {
      try await seconds { try bench.run([script], home: home) } * 1e6 / Double(lines)
    } against: {
      try await seconds { try Child.run(dash, [twin]) } * 1e6 / Double(lines)
    }
    return .measured("steps", medians, "us/line", peer: peer, budget: 1)
  }

  @MainActor
  private static func memory(_ bench: Bench, _ home: String, many: String, few: String) async throws -> Row {
    func peak(_ script: String) throws -> Double {
      try Child(bench.authsh, [script], environment: ["AUTHSH_HOME=\(home)"]).peakMemory()
    }
    let medians = try await medians(of: bench.count(5, quick: 1)) {
      try peak(many)
    } against: {
      try peak(few)
    }
    return .measured("steps.memory", medians, "MiB", peer: "a tenth of the lines", budget: 1.1)
  }
}

extension Bench {
  /// A script of one line, many times.
  fileprivate func script(_ line: String, lines: Int) throws -> String {
    let file = path("\(line.prefix(3))-\(lines)")
    try String(repeating: line + "\n", count: lines).write(toFile: file, atomically: false, encoding: .utf8)
    return file
  }
}
