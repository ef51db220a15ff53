// Reads the options, measures each budget against its peer, prints a table or JSON, and ends with 1 where a budget does not hold.

import Foundation

let options: Options
do {
  options = try Options.parse(Array(CommandLine.arguments.dropFirst()))
} catch {
  report("authsh-bench: \(error.message)")
  exit(2)
}

switch options.page {
case .help?:
  print(Options.usage)
  exit(0)
case .list?:
  print(Benchmark.list)
  exit(0)
case nil: break
}

#if DEBUG
  report(
    "authsh-bench: a debug build; only a release build with --static-swift-stdlib says something about the budgets")
#endif

let rows = await options.chosen.measured(in: try Bench(options))
print(options.isJSON ? try rows.json : rows.table)
exit(rows.contains { $0.holds == false } ? 1 : 0)

/// Tells the person, beside the results.
func report(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
