import Foundation

/// The built program, run as a person or a script runs it.
enum Binary {
  /// Where it is: beside the test bundle, or where `AUTHSH_BINARY` says, so that a release build can be tested too.
  static let path: String = {
    if let path = ProcessInfo.processInfo.environment["AUTHSH_BINARY"] { return path }
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent("authsh").path
  }()

  /// What a run left behind.
  struct Result: Sendable {
    var status: Int32
    var output: String
    var errors: String

    /// The lines of standard output as JSON objects.
    var objects: [[String: Any]] {
      output.split(separator: "\n").compactMap {
        (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
      }
    }
  }

  /// Runs it to the end. `status` is the exit code, or 128 and the signal's number. A run that outlives `limit` seconds is killed.
  ///
  /// `wrapper` is a command that runs the rest of its arguments, such as `unshare -rm`; `binary` stands for another copy.
  static func run(
    _ arguments: [String], home: TestHome, input: Data = Data(), environment: [String: String] = [:],
    limit: TimeInterval = 120, in wrapper: [String] = [], binary: String = path
  ) async throws -> Result {
    await turnstile.enter()
    defer { turnstile.leave() }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: wrapper.isEmpty ? binary : "/usr/bin/env")
    process.arguments = wrapper.isEmpty ? arguments : wrapper + [binary] + arguments
    process.environment = home.environment.merging(environment) { _, own in own }
    process.currentDirectoryURL = home.folder
    let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (stdin, stdout, stderr)
    async let output = bytes(of: stdout)
    async let errors = bytes(of: stderr)
    // Set before the start: a handler that comes after the end is never called.
    let (ended, end) = AsyncStream<Void>.makeStream()
    process.terminationHandler = { _ in end.finish() }
    try process.run()
    let killer = DispatchWorkItem { [pid = process.processIdentifier] in kill(pid, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: killer)
    feed(input, to: stdin)
    let (out, err) = await (output, errors)
    for await _ in ended {}
    killer.cancel()
    let code =
      process.terminationReason == .uncaughtSignal ? 128 + process.terminationStatus : process.terminationStatus
    return Result(
      status: code, output: String(decoding: out, as: UTF8.self), errors: String(decoding: err, as: UTF8.self))
  }

  /// Runs commands, one `-c` each.
  static func commands(_ commands: String..., home: TestHome, options: [String] = []) async throws -> Result {
    try await run(options + commands.flatMap { ["-c", $0] }, home: home)
  }

  /// Tests start all at once; a machine that runs hundreds of programs at a time gives none of them a fair chance.
  private static let turnstile = Turnstile(width: 4)

  /// Writes on a thread of its own, where a reader that is gone is an error and not the end of the tests.
  private static func feed(_ input: Data, to pipe: Pipe) {
    Thread.detachNewThread {
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      try? pipe.fileHandleForWriting.write(contentsOf: input)
      try? pipe.fileHandleForWriting.close()
    }
  }

  private static func bytes(of pipe: Pipe) async -> Data {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: (try? pipe.fileHandleForReading.readToEnd()) ?? Data())
      }
    }
  }
}

/// A home of its own for one test, removed with it.
final class TestHome: Sendable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("authsh-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The variables a run gets, and no others.
  var environment: [String: String] { Self.environment(of: folder.path) }

  /// The variables for a run on the home in `folder`.
  static func environment(of folder: String) -> [String: String] {
    let own = ProcessInfo.processInfo.environment
    var variables = [
      "AUTHSH_HOME": folder, "PATH": own["PATH"] ?? "/usr/bin:/bin", "LANG": "C.UTF-8", "TMPDIR": folder,
    ]
    // Lines that only the program itself runs count as covered, too.
    variables["LLVM_PROFILE_FILE"] = own["LLVM_PROFILE_FILE"]
    return variables
  }

  /// A file of the home.
  func file(_ name: String) -> URL { folder.appendingPathComponent(name) }
}
