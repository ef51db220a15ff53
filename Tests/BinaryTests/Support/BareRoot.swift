import Foundation

/// A root file system with the program, the libraries that it loads, `/data` for its files, and nothing else.
final class BareRoot: Sendable {
  let home: TestHome
  private let folder: URL

  /// Whoever may change the root folder and make a process namespace, alone or in a user namespace.
  static let isPossible = succeeds(["unshare"] + namespaces + ["--mount-proc", "true"])
  private static let isRoot = getuid() == 0
  private static let namespaces = (isRoot ? [] : ["-r"]) + ["-pf", "--kill-child"]

  init() throws {
    home = try TestHome()
    folder = home.folder.appendingPathComponent("root")
    let files = FileManager.default
    for file in try [Binary.path] + Self.libraries() {
      let copy = folder.appendingPathComponent(file)
      try files.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
      try files.copyItem(at: URL(fileURLWithPath: file).resolvingSymlinksInPath(), to: copy)
    }
    let data = folder.appendingPathComponent("data").path
    for path in [data, folder.appendingPathComponent("proc").path] {
      try files.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    if Self.isRoot { chown(data, 10001, 10001) }
  }

  /// All that a run gets; no HOME, no TERM.
  var environment: [String: String] { ["AUTHSH_HOME": "/data", "LANG": "C.UTF-8"] }

  /// What runs a program inside: as process 1, and as an ordinary user where root can become one.
  func wrapper(withProcesses: Bool = true) -> [String] {
    let user = Self.isRoot ? ["--userspec=10001:10001"] : []
    let processes = withProcesses ? ["--mount-proc=\(folder.path)/proc"] : []
    return ["unshare"] + Self.namespaces + processes + ["/usr/sbin/chroot"] + user + [folder.path]
  }

  func run(
    _ arguments: [String], withProcesses: Bool = true, environment own: [String: String] = [:]
  ) async throws -> Binary.Result {
    try await Binary.run(
      arguments, home: home, environment: environment.merging(own) { _, own in own },
      in: wrapper(withProcesses: withProcesses))
  }

  /// The paths that the dynamic linker finds for the program.
  private static func libraries() throws -> [String] {
    try output(["ldd", Binary.path]).matches(of: #/(?:=> )?(\/\S+) \(0x/#).map { String($0.1) }
  }

  private static func succeeds(_ command: [String]) -> Bool { (try? output(command)) != nil }

  private static func output(_ command: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return String(decoding: data, as: UTF8.self)
  }
}

extension String {
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
