import Testing

@testable import authsh_bench

@Suite struct OptionsTests {
  @Test func `without options everything is measured, beside this program`() throws {
    let options = try Options.parse([])
    #expect(options.chosen.count == Benchmark.all.count)
    #expect(options.authsh.hasSuffix("/authsh"))
    #expect(!options.isQuick && !options.isJSON && options.page == nil)
  }

  @Test func `each option counts`() throws {
    let options = try Options.parse(["--quick", "--json", "--only", "post", "--only", "start", "--authsh", "/bin/true"])
    #expect(options.chosen.map(\.name) == ["start", "post"])
    #expect(options.isQuick && options.isJSON)
    #expect(options.authsh == "/bin/true")
    #expect(try Options.parse(["--list"]).page == .list)
    #expect(try Options.parse(["-h"]).page == .help)
  }

  @Test(arguments: [
    (["--fast"], "unknown option '--fast'; 'authsh-bench --help' lists them"),
    (["--authsh"], "--authsh needs a value"),
    (
      ["--only", "stop"],
      "no benchmark is called 'stop'; there are start, steps, post, pairs, memory, million, signin, enumeration"
    ),
  ])
  func `wrong words are told, with what there is`(arguments: [String], message: String) {
    #expect(throws: OptionError(message: message)) { try Options.parse(arguments) }
  }

  @MainActor
  @Test func `a benchmark runs and gives a row for each budget`() async throws {
    let options = try Options.parse(["--only", "post", "--quick"])
    let rows = await options.chosen.measured(in: try Bench(options))
    #expect(rows.map(\.name) == ["post.1", "post.10", "post.100"])
    #expect(rows.allSatisfy { $0.ratio.map { $0 > 0 } ?? false })
  }

  @MainActor
  @Test func `a missing program is a row that says so`() async throws {
    let options = try Options.parse(["--only", "start", "--quick", "--authsh", "/nowhere/authsh"])
    let rows = await options.chosen.measured(in: try Bench(options))
    #expect(rows == [.failed("start", BenchError("cannot start /nowhere/authsh: no such file or directory"))])
  }
}
