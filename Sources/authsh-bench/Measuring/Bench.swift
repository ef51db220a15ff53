import Foundation

/// Where measuring takes place: the programs, a scratch folder, and how many rounds to run.
@MainActor
struct Bench {
  /// The program that is measured.
  let authsh: String
  /// The least program.
  let peer: String
  /// A scratch folder on a disk, for both sides.
  let folder: String
  private let isQuick: Bool

  /// Makes the scratch folder in `/var/tmp`, which unlike `/tmp` is nowhere kept in memory.
  init(_ options: Options) throws {
    authsh = options.authsh
    peer = options.peer
    isQuick = options.isQuick
    var template = Array("/var/tmp/authsh-bench-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw BenchError("no scratch folder in /var/tmp: \(lastError)") }
    folder = String(cString: made)
  }

  /// Removes the scratch folder.
  func close() { try? FileManager.default.removeItem(atPath: folder) }

  /// `full`, or `quick` with `--quick`.
  func count(_ full: Int, quick: Int) -> Int { isQuick ? quick : full }

  /// The path of a file or a home in the scratch folder.
  func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Runs authsh on a home, to its end.
  func run(_ arguments: [String], home: String) throws {
    try Child.run(authsh, arguments, environment: ["AUTHSH_HOME=\(home)"])
  }

  /// A home in which somebody has signed up and signed out again.
  func signedOutHome() throws -> String {
    let home = path("signed-out")
    if !FileManager.default.fileExists(atPath: home) {
      try run(["-c", "signup \(Self.email) --password \(Self.password)", "-c", "signout"], home: home)
    }
    return home
  }

  /// Who signs in.
  static let email = "ada@example.com"
  /// What with.
  static let password = "correct-horse"
}

/// Why something could not be measured.
struct BenchError: Error, CustomStringConvertible {
  /// The reason, for a person.
  let description: String

  init(_ description: String) { self.description = description }
}

/// The system's words for the call that failed last.
var lastError: String { String(cString: strerror(errno)).lowercased() }
