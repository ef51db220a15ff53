import Foundation
import Testing

/// A way in which a file of the home can be unusable.
enum Damage: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case garbage, truncated, empty, folder, pipe, danglingLink, foreignOwner

  var testDescription: String { rawValue }

  /// Whether this user can cause it: only root can give a file away.
  var isPossible: Bool { self != .foreignOwner || geteuid() == 0 }

  /// Does it to `file`.
  func strike(_ file: URL) throws {
    let files = FileManager.default
    let bytes = (try? Data(contentsOf: file)) ?? Data()
    guard self != .foreignOwner else {
      return try files.setAttributes([.ownerAccountID: 12345], ofItemAtPath: file.path)
    }
    try? files.removeItem(at: file)
    switch self {
    case .garbage: try Data([0x72, 0x00, 0xFF, 0x3C]).write(to: file)
    case .truncated: try bytes.prefix(bytes.count / 2).write(to: file)
    case .empty: try Data().write(to: file)
    case .folder: try files.createDirectory(at: file, withIntermediateDirectories: false)
    case .pipe: guard mkfifo(file.path, 0o600) == 0 else { throw POSIXError(.EIO) }
    case .danglingLink: try files.createSymbolicLink(atPath: file.path, withDestinationPath: "nowhere")
    case .foreignOwner: break
    }
  }

  /// The words that tell of it.
  var words: String {
    switch self {
    case .garbage, .truncated, .empty: "is not a valid property list"
    case .folder, .pipe: "is not a regular file"
    case .danglingLink: "is a link that leads nowhere"
    case .foreignOwner: "belongs to user 12345, not to you"
    }
  }

  /// What the message says to type or do.
  var hint: String {
    switch self {
    case .danglingLink: "remove the link, or make what it points to"
    case .foreignOwner: "use --home DIR, or give the file back to its user"
    default: "'defaults repair' keeps the old file beside and starts afresh"
    }
  }
}

/// What stands at a path: its kind, owner and bytes, to tell whether anything was lost.
struct Fingerprint: Equatable {
  private let kind: String
  private let owner: Int
  private let content: Data?

  init(_ file: URL) {
    let attributes = (try? FileManager.default.attributesOfItem(atPath: file.path)) ?? [:]
    kind = (attributes[.type] as? FileAttributeType)?.rawValue ?? "nothing"
    owner = (attributes[.ownerAccountID] as? NSNumber)?.intValue ?? -1
    content = kind == FileAttributeType.typeRegular.rawValue ? try? Data(contentsOf: file) : nil
  }
}

/// The user that cannot do everything: the one who runs the tests, or `nobody` where that is root.
enum OrdinaryUser {
  /// The command that runs the rest of its arguments as that user.
  static let wrapper = geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []

  /// Whether there is one.
  static let isThere = geteuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")

  /// A copy of the program that this user can run, in a home that belongs to this user.
  static func settle(in home: TestHome) throws -> String {
    let copy = home.file("program")
    try FileManager.default.copyItem(atPath: Binary.path, toPath: copy.path)
    for path in [copy.path, home.folder.path] where geteuid() == 0 {
      try FileManager.default.setAttributes([.ownerAccountID: 65534], ofItemAtPath: path)
    }
    return copy.path
  }
}

/// What this machine lets a test do; a test that needs more is skipped with a reason.
enum Machine {
  /// Whether a new mount and process-id namespace may be made.
  static let hasNamespaces = succeeds(["unshare", "-rmpf", "--mount-proc", "true"])
  /// Whether python3 with SQLite and pseudo-terminals is there.
  static let hasPython = succeeds(["python3", "-c", "import sqlite3, pty"])

  private static func succeeds(_ command: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
