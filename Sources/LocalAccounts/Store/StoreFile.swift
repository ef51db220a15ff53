internal import Accounts
internal import Foundation

/// The store's file as the operating system sees it: whether it is there, whose it is, and which one.
///
/// It is never opened here: closing a second descriptor would drop SQLite's locks on the file (fcntl, POSIX).
struct StoreFile: Sendable {
  /// Where the file is, or will be.
  let path: String

  /// Which file stood at the path; another one there means that it was replaced.
  struct Identity: Equatable {
    fileprivate let device: dev_t
    fileprivate let inode: ino_t
  }

  /// Which file is there, `nil` where there is none.
  /// - Throws: `unusable` for anything that is not a file of this user's.
  func identity() throws(AuthError) -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw unusable(errno) }
      guard lstat(path, &status) != 0 else { throw unusable("a link to nothing") }
      return nil
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw unusable("not a plain file") }
    guard status.st_uid == geteuid() else { throw unusable("belongs to another user, uid \(status.st_uid)") }
    return Identity(device: status.st_dev, inode: status.st_ino)
  }

  /// Makes an empty file, for its owner only, and the folders above it. One that is there already is left alone.
  ///
  /// SQLite gives the files beside it the same mode.
  func create() throws(AuthError) {
    try createFolder(folder)
    guard mknod(path, S_IFREG | 0o600, 0) == 0 || errno == EEXIST else { throw fault(errno) }
  }

  /// Takes from group and others what an earlier hand may have given them.
  func protect() {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & 0o077 != 0 { chmod(path, 0o600) }
  }

  /// Whether the file can be read but not worked with: a WAL needs files beside it, so the folder counts as well.
  var isReadOnly: Bool {
    access(path, R_OK) == 0 && (access(path, W_OK) != 0 || access(folder.path, W_OK) != 0)
  }

  private var folder: URL { URL(fileURLWithPath: path).deletingLastPathComponent() }

  private func createFolder(_ folder: URL) throws(AuthError) {
    guard access(folder.path, F_OK) != 0 else { return }
    try createFolder(folder.deletingLastPathComponent())
    guard mkdir(folder.path, 0o700) == 0 || errno == EEXIST else { throw fault(errno) }
  }

  private func fault(_ errno: Int32) -> AuthError {
    switch errno {
    case EROFS, EACCES: .store(.readOnly)
    case ENOSPC, EDQUOT: .store(.full)
    default: unusable(errno)
    }
  }

  private func unusable(_ errno: Int32) -> AuthError { unusable(String(cString: strerror(errno))) }

  private func unusable(_ words: String) -> AuthError { .store(.unusable(words)) }
}
