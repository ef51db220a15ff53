import Foundation

/// A program that was started; whoever starts it waits for it.
struct Child {
  private let pid: pid_t
  private let program: String

  /// Starts a program with this environment and nothing else; a descriptor that is not given is `/dev/null`.
  init(_ program: String, _ arguments: [String], environment: [String] = [], input: Int32? = nil, output: Int32? = nil)
    throws
  {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, source) in [(STDIN_FILENO, input), (STDOUT_FILENO, output), (STDERR_FILENO, nil)] {
      if let source {
        posix_spawn_file_actions_adddup2(&actions, source, target)
      } else {
        posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_RDWR, 0)
      }
    }
    var pid: pid_t = 0
    let code = withStrings([program] + arguments) { arguments in
      withStrings(environment + ["PATH=/usr/bin:/bin", "LANG=C.UTF-8"]) { environment in
        posix_spawn(&pid, program, &actions, nil, arguments, environment)
      }
    }
    guard code == 0 else {
      throw BenchError("cannot start \(program): \(String(cString: strerror(code)).lowercased())")
    }
    self.pid = pid
    self.program = program
  }

  /// Starts a program and waits for its good end.
  static func run(_ program: String, _ arguments: [String], environment: [String] = []) throws {
    try Child(program, arguments, environment: environment).wait()
  }

  /// Waits for the end, which has to be a good one.
  func wait() throws {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    try check(status)
  }

  /// The memory that is resident now, in MiB.
  ///
  /// `Rss` and not `Pss`: which other programs happen to share a library is not to count.
  func residentMemory() throws -> Double {
    guard let size = size("Rss:", in: "smaps_rollup") else { throw BenchError("cannot read the memory of \(program)") }
    return size
  }

  /// Waits for the good end and returns the most memory that was resident, in MiB.
  ///
  /// Read while it runs, since what `wait4` reports begins with the size of the program that started it.
  func peakMemory() throws -> Double {
    var status: Int32 = 0
    var peak = 0.0
    while waitpid(pid, &status, WNOHANG) == 0 {
      peak = max(peak, size("VmHWM:", in: "status") ?? 0)
      usleep(2_000)
    }
    try check(status)
    return peak
  }

  private func check(_ status: Int32) throws {
    guard status == 0 else { throw BenchError("\(program) ended with wait status \(status)") }
  }

  private func size(_ label: String, in file: String) -> Double? {
    let text = (try? String(contentsOfFile: "/proc/\(pid)/\(file)", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(label) }
    return line.flatMap { Double($0.split(separator: " ").dropLast().last ?? "") }.map { $0 / 1_024 }
  }
}

/// Lends `strings` to C as an array that ends with a null pointer.
private func withStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = strings.map { strdup($0) }
  defer { copies.forEach { free($0) } }
  return body(copies + [nil])
}
