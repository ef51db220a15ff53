import Foundation

/// What the command line asks for.
struct Options: Equatable {
  /// Something to print instead of measuring.
  enum Page: Equatable {
    case help, list
  }

  /// The names given with `--only`, in order; none for all.
  var only: [String] = []
  /// Whether fewer rounds will do: it shows that the benchmarks run, not what the figures are.
  var isQuick = false
  /// Whether the results are JSON.
  var isJSON = false
  /// The program to measure.
  var authsh = Options.beside("authsh")
  /// The program that stands for the least there is.
  var peer = Options.beside("authsh-bench-peer")
  /// What to print instead.
  var page: Page?

  /// The page of `--help`.
  static let usage = """
    authsh-bench - measures each budget of authsh against its peer, both in the same run

    usage: authsh-bench [OPTIONS]

      --only NAME     run this benchmark alone; may be repeated
      --quick         fewer rounds: shows that it runs, the figures say little
      --json          an array of objects instead of a table
      --authsh PATH   the program to measure (default: the one beside this one)
      --list          name the benchmarks
      --help

    exit codes: 0 all budgets hold or have no peer here, 1 a budget does not hold or could not be measured, 2 wrong options

    Build it as people get it: swift build -c release --static-swift-stdlib
    """

  /// The benchmarks to run, in the order of the list.
  var chosen: [Benchmark] {
    only.isEmpty ? Benchmark.all : Benchmark.all.filter { only.contains($0.name) }
  }

  /// Reads the arguments, without the program's name.
  static func parse(_ arguments: [String]) throws(OptionError) -> Options {
    var options = Options()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--only": options.only.append(try benchmark(value(of: argument, &rest)))
      case "--quick": options.isQuick = true
      case "--json": options.isJSON = true
      case "--authsh": options.authsh = try value(of: argument, &rest)
      case "--list": options.page = .list
      case "--help", "-h": options.page = .help
      default: throw OptionError(message: "unknown option '\(argument)'; 'authsh-bench --help' lists them")
      }
    }
    return options
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(OptionError) -> String {
    guard let value = rest.popFirst() else { throw OptionError(message: "\(option) needs a value") }
    return value
  }

  private static func benchmark(_ name: String) throws(OptionError) -> String {
    guard Benchmark.all.contains(where: { $0.name == name }) else {
      let names = Benchmark.all.map(\.name).joined(separator: ", ")
      throw OptionError(message: "no benchmark is called '\(name)'; there are \(names)")
    }
    return name
  }

  private static func beside(_ name: String) -> String {
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return own.deletingLastPathComponent().appendingPathComponent(name).path
  }
}

/// Wrong words on the command line.
struct OptionError: Error, Equatable {
  /// What is wrong, and what to type.
  var message: String
}
