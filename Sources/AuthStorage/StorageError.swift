/// Why a file of the store could not be read or written.
///
/// It carries facts only; the sentence that a person reads, with what to do next, is made where the command is.
public enum StorageError: Error, Equatable, Sendable {
  /// The file is there, but the system would not let it be read.
  case unreadable(path: String, reason: String)
  /// The bytes are not a property list whose root is a dictionary.
  case corrupt(path: String, detail: String)
  /// The file, or what it would become, is larger than `AtomicFile.sizeLimit`.
  case tooLarge(path: String)
  /// A folder, a pipe or a device stands where the file should be.
  case notAFile(path: String)
  /// A symbolic link leads nowhere.
  case danglingLink(path: String)
  /// The file belongs to another user; user ids as the system numbers them.
  case foreignOwner(path: String, owner: UInt32, me: UInt32)
  /// The file system is mounted read-only.
  case readOnly(path: String)
  /// The disk or the quota is full.
  case noSpace(path: String)
  /// The permissions of the file or its folder forbid the change.
  case notPermitted(path: String)
  /// Another process kept the lock for the whole time limit.
  case lockTimeout(path: String)
  /// Neither an option nor the environment nor the user database names a home folder.
  case noHome
  /// A property list cannot hold this value.
  case unwritable(path: String, detail: String)
  /// Any other failure of the named step.
  case failed(path: String, operation: String, reason: String)

  /// The file or folder in question; nil where there is none.
  public var path: String? {
    switch self {
    case .unreadable(let path, _), .corrupt(let path, _), .tooLarge(let path), .notAFile(let path),
      .danglingLink(let path), .foreignOwner(let path, _, _), .readOnly(let path), .noSpace(let path),
      .notPermitted(let path), .lockTimeout(let path), .unwritable(let path, _), .failed(let path, _, _):
      path
    case .noHome: nil
    }
  }

  /// The fact as a phrase without the path, in lower case and without a full stop, to build a message from.
  package var fact: String {
    switch self {
    case .unreadable(_, let reason): "cannot be read: \(reason)"
    case .corrupt(_, let detail): "is not a valid property list: \(detail)"
    case .tooLarge: "is larger than \(AtomicFile.sizeLimit >> 20) MiB"
    case .notAFile: "is not a regular file"
    case .danglingLink: "is a link that leads nowhere"
    case .foreignOwner(_, let owner, let me): "belongs to user \(owner), not to you (user \(me))"
    case .readOnly: "is on a read-only file system"
    case .noSpace: "cannot be written: the disk is full"
    case .notPermitted: "cannot be written: permission denied"
    case .lockTimeout: "is locked by another process"
    case .noHome: "no home folder is known: HOME is not set and the user database has no entry"
    case .unwritable(_, let detail): "cannot hold the value: \(detail)"
    case .failed(_, let operation, let reason): "\(operation) failed: \(reason)"
    }
  }
}

extension StorageError {
  /// What a failed system call means to someone who wanted to read `path`.
  init(reading path: String, _ failure: SystemFailure) {
    self = .unreadable(path: path, reason: failure.reason)
  }

  /// What a failed system call means to someone who wanted to change `path`.
  init(writing path: String, _ failure: SystemFailure) {
    self =
      switch failure.kind {
      case .readOnly: .readOnly(path: path)
      case .noSpace: .noSpace(path: path)
      case .notPermitted: .notPermitted(path: path)
      case .other: .failed(path: path, operation: failure.operation, reason: failure.reason)
      }
  }
}
