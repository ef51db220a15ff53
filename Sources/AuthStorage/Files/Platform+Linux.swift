import Glibc

/// A system call that said no.
struct SystemFailure: Error, Equatable {
  /// The few reasons that mean something of their own to a person.
  enum Kind { case readOnly, noSpace, notPermitted, other }

  /// The call, by its name in the manual.
  let operation: String
  /// The value of `errno` after it.
  let code: Int32

  /// The system's words for the code, in lower case.
  var reason: String { String(cString: strerror(code)).lowercased() }

  /// Which of the reasons that callers tell apart this is.
  var kind: Kind {
    switch code {
    case EROFS: .readOnly
    case ENOSPC, EDQUOT: .noSpace
    case EACCES, EPERM: .notPermitted
    default: .other
    }
  }
}

/// What the system knows about a path without opening it.
struct FileStatus {
  /// What stands at the path.
  enum Kind { case file, folder, link, other }
  /// What stands at the path.
  let kind: Kind
  /// The id of the user who owns it.
  let owner: UInt32
  /// Its size in bytes.
  let size: Int

  fileprivate init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    default: kind = .other
    }
    owner = status.st_uid
    size = Int(status.st_size)
  }
}

/// An open file; closed when the last reference goes.
final class FileDescriptor: Sendable {
  /// The number by which the system knows it.
  let number: Int32
  fileprivate init(_ number: Int32) { self.number = number }
  deinit { close(number) }
}

/// Linux, as far as this module needs it: the one file to rewrite for another system.
enum Platform {
  /// The user whose files these are.
  static var user: UInt32 { geteuid() }

  /// What stands at `path`, a link itself rather than its target; nil if nothing does.
  static func status(at path: String) throws(SystemFailure) -> FileStatus? {
    guard !path.utf8.contains(0) else { throw SystemFailure(operation: "lstat", code: EINVAL) }
    var status = stat()
    if lstat(path, &status) == 0 { return FileStatus(status) }
    guard errno == ENOENT else { throw SystemFailure(operation: "lstat", code: errno) }
    return nil
  }

  /// What an open file is.
  static func status(of file: FileDescriptor) throws(SystemFailure) -> FileStatus {
    var status = stat()
    try check("fstat") { fstat(file.number, &status) }
    return FileStatus(status)
  }

  /// The path with all links followed; nil if it leads nowhere.
  static func target(ofLink path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Opens a file to read it; nil if there is none. A pipe or a device does not make it wait.
  static func openToRead(_ path: String) throws(SystemFailure) -> FileDescriptor? {
    do throws(SystemFailure) {
      return try open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
  }

  /// Makes a file that did not exist, for this user alone.
  static func create(_ path: String) throws(SystemFailure) -> FileDescriptor {
    try open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
  }

  /// Opens a file to lock it, making it if need be.
  static func openToLock(_ path: String) throws(SystemFailure) -> FileDescriptor {
    try open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
  }

  private static func open(_ path: String, _ flags: Int32) throws(SystemFailure) -> FileDescriptor {
    FileDescriptor(try check("open") { Glibc.open(path, flags | O_CLOEXEC, 0o600) })
  }

  /// At most `limit` bytes from where the file stands to its end.
  static func read(_ file: FileDescriptor, limit: Int) throws(SystemFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let chunk = try readSome(file, upTo: min(limit - bytes.count, 65_536))
      if chunk.isEmpty { break }
      bytes += chunk
    }
    return bytes
  }

  /// What one call reads; empty at the end, or where there is nothing to read now.
  static func readSome(_ file: FileDescriptor, upTo count: Int) throws(SystemFailure) -> [UInt8] {
    var failure: SystemFailure?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      do throws(SystemFailure) {
        used = try check("read") { Glibc.read(file.number, buffer.baseAddress, count) }
      } catch { failure = error }
    }
    if let failure, failure.code != EAGAIN { throw failure }
    return bytes
  }

  /// Writes all of `bytes`.
  static func write(_ bytes: [UInt8], to file: FileDescriptor) throws(SystemFailure) {
    var written = 0
    while written < bytes.count {
      written += try check("write") {
        bytes.withUnsafeBytes { Glibc.write(file.number, $0.baseAddress?.advanced(by: written), $0.count - written) }
      }
    }
  }

  /// Makes the file readable and writable by its owner alone, whatever the umask took.
  static func makePrivate(_ file: FileDescriptor) throws(SystemFailure) {
    try check("fchmod") { fchmod(file.number, 0o600) }
  }

  /// Waits until the file is on the disk.
  static func sync(_ file: FileDescriptor) throws(SystemFailure) {
    try check("fsync") { fsync(file.number) }
  }

  /// Waits until the names in a folder are on the disk.
  static func syncFolder(_ path: String) throws(SystemFailure) {
    let folder = try open(path, O_RDONLY | O_DIRECTORY)
    do throws(SystemFailure) { try sync(folder) } catch {
      // Some file systems cannot do it for a folder, and then need not.
      guard error.code == EINVAL else { throw error }
    }
  }

  /// Gives a file another name; what had that name is gone in the same instant.
  static func rename(_ old: String, to new: String) throws(SystemFailure) {
    try check("rename") { Glibc.rename(old, new) }
  }

  /// Removes a name; says whether there was one.
  @discardableResult
  static func remove(_ path: String) throws(SystemFailure) -> Bool {
    if unlink(path) == 0 { return true }
    guard errno == ENOENT else { throw SystemFailure(operation: "unlink", code: errno) }
    return false
  }

  /// Takes the lock of an open file if nobody has it; the lock goes with the descriptor.
  static func tryLock(_ file: FileDescriptor) throws(SystemFailure) -> Bool {
    do throws(SystemFailure) {
      try check("flock") { flock(file.number, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      guard error.code == EWOULDBLOCK else { throw error }
      return false
    }
  }

  /// Gives the lock back.
  static func unlock(_ file: FileDescriptor) { flock(file.number, LOCK_UN) }

  /// Lets the calling thread rest.
  static func pause(microseconds: UInt32) { usleep(microseconds) }

  /// Whether a folder, or a link to one, stands at `path`; something else there is a failure.
  static func isFolder(_ path: String) throws(SystemFailure) -> Bool {
    guard !path.utf8.contains(0) else { throw SystemFailure(operation: "stat", code: EINVAL) }
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return false }
      throw SystemFailure(operation: "stat", code: errno)
    }
    guard FileStatus(status).kind == .folder else { throw SystemFailure(operation: "mkdir", code: ENOTDIR) }
    return true
  }

  /// Makes one folder for this user alone; says whether it was missing.
  static func makeFolder(_ path: String) throws(SystemFailure) -> Bool {
    if mkdir(path, 0o700) == 0 { return true }
    guard errno == EEXIST else { throw SystemFailure(operation: "mkdir", code: errno) }
    return false
  }

  /// Makes a folder of an unused name for this user alone; the last six letters of `template` are replaced.
  static func makeTemporaryFolder(_ template: String) throws(SystemFailure) -> String {
    var name = Array(template.utf8CString)
    guard mkdtemp(&name) != nil else { throw SystemFailure(operation: "mkdtemp", code: errno) }
    return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The home folder that the user database gives; nil for a user without an entry.
  static func homeFromUserDatabase() -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    guard getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
    return entry.pw_dir.map { String(cString: $0) }
  }

  /// Runs a call again for as long as a signal interrupts it; throws what it failed with.
  @discardableResult
  fileprivate static func check<Number: FixedWidthInteger>(
    _ operation: String, _ call: () -> Number
  ) throws(SystemFailure) -> Number {
    while true {
      let result = call()
      if result != -1 { return result }
      guard errno == EINTR else { throw SystemFailure(operation: operation, code: errno) }
    }
  }
}

extension Platform {
  /// Something that happened to a name in a watched folder.
  enum FolderEvent: Equatable {
    /// A file of this name came, went or was written.
    case changed(String)
    /// Events were lost, or the folder itself is gone: anything may have changed.
    case anything
  }

  /// Starts to watch a folder; the descriptor becomes readable when something happens there.
  static func watchFolder(_ path: String) throws(SystemFailure) -> FileDescriptor {
    let flags = Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)
    let watch = FileDescriptor(try check("inotify_init1") { inotify_init1(flags) })
    let wanted = IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
    try check("inotify_add_watch") { inotify_add_watch(watch.number, path, UInt32(wanted)) }
    return watch
  }

  /// What happened since the last call.
  static func events(from watch: FileDescriptor) throws(SystemFailure) -> [FolderEvent] {
    var events: [FolderEvent] = []
    while case let bytes = try readSome(watch, upTo: 16_384), !bytes.isEmpty { events += decode(bytes) }
    return events
  }

  private static func decode(_ bytes: [UInt8]) -> [FolderEvent] {
    let headerSize = MemoryLayout<inotify_event>.size
    var events: [FolderEvent] = []
    var rest = bytes[...]
    while rest.count >= headerSize {
      let header = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
      let name = rest.dropFirst(headerSize).prefix(Int(header.len)).prefix { $0 != 0 }
      events.append(name.isEmpty ? .anything : .changed(String(decoding: name, as: UTF8.self)))
      rest = rest.dropFirst(headerSize + Int(header.len))
    }
    return events
  }
}
