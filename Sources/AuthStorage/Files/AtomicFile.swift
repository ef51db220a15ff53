import Foundation

/// Whether a write waits for the disk.
public enum Durability: Sendable {
  /// A finished write survives a power cut.
  case synced
  /// A finished write survives the process; for homes that are thrown away.
  case throwaway
}

/// A small private file that is replaced whole: a reader sees the old content or the new, never a part.
///
/// Writers take the lock beside the file first. The temporary file has one fixed name, so a writer that is killed
/// leaves at most one behind, and the next writer replaces it.
package struct AtomicFile: Sendable {
  /// The most bytes that are read or written: 16 MiB.
  package static let sizeLimit = 16 << 20

  /// Where the file was asked for; it may be a link.
  let path: String
  /// Whether a write waits for the disk.
  let durability: Durability

  /// Names a file; nothing is opened yet.
  package init(path: String, durability: Durability) {
    self.path = path
    self.durability = durability
  }

  /// Where the file is or will be: `path`, or where the link at `path` leads.
  func location() throws(StorageError) -> String {
    guard let status = try status(at: path) else { return path }
    guard status.kind == .link else {
      try check(status)
      return path
    }
    guard let target = Platform.target(ofLink: path), let status = try self.status(at: target) else {
      throw .danglingLink(path: path)
    }
    try check(status)
    return target
  }

  /// All bytes, or nil if there is no such file.
  package func read() throws(StorageError) -> [UInt8]? {
    let location = try location()
    guard let file = try reading({ () throws(SystemFailure) in try Platform.openToRead(location) }) else { return nil }
    try check(try reading { () throws(SystemFailure) in try Platform.status(of: file) })
    let bytes = try reading { () throws(SystemFailure) in try Platform.read(file, limit: Self.sizeLimit + 1) }
    guard bytes.count <= Self.sizeLimit else { throw .tooLarge(path: path) }
    return bytes
  }

  /// Puts `bytes` in place of the whole file; on failure the old file stays as it was. Needs the lock.
  ///
  /// The new name is on the disk only after `syncFolder()`.
  package func replace(with bytes: [UInt8]) throws(StorageError) {
    guard bytes.count <= Self.sizeLimit else { throw .tooLarge(path: path) }
    let location = try location()
    let temporary = Self.hidden(beside: location, suffix: "tmp")
    try writing { () throws(SystemFailure) in
      try Platform.remove(temporary)
      let file = try Platform.create(temporary)
      do throws(SystemFailure) {
        try Platform.makePrivate(file)
        try Platform.write(bytes, to: file)
        if durability == .synced { try Platform.sync(file) }
        try Platform.rename(temporary, to: location)
      } catch {
        _ = try? Platform.remove(temporary)
        throw error
      }
    }
  }

  /// Removes the file if there is one, and waits until that is on the disk. Needs the lock.
  package func remove() throws(StorageError) {
    let location = try location()
    _ = try writing { () throws(SystemFailure) in try Platform.remove(location) }
    try syncFolder()
  }

  /// Moves whatever stands at the path out of the way, and returns its new path. Needs the lock.
  func setAside() throws(StorageError) -> String {
    let aside = try writing { () throws(SystemFailure) in
      var number = 1
      while try Platform.status(at: "\(path).broken-\(number)") != nil { number += 1 }
      let aside = "\(path).broken-\(number)"
      try Platform.rename(path, to: aside)
      return aside
    }
    try syncFolder()
    return aside
  }

  /// The lock that stands beside the file at `path`.
  static func lockPath(of path: String) -> String { hidden(beside: path, suffix: "lock") }

  /// What was set aside of the file at `path`, in order.
  static func setAside(of path: String) -> [String] {
    let (folder, name) = split(path)
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasPrefix("\(name).broken-") }.sorted().map { "\(folder)/\($0)" }
  }

  /// Waits until the names in the file's folder are on the disk, unless the file may be lost.
  package func syncFolder() throws(StorageError) {
    guard durability == .synced else { return }
    let folder = Self.split(try location()).folder
    try writing { () throws(SystemFailure) in try Platform.syncFolder(folder) }
  }

  /// Runs `body` while no other writer, in this process or another, is at work. Blocks the thread.
  package func withLock<Value>(_ body: () throws(StorageError) -> Value) throws(StorageError) -> Value {
    // What cannot be located is locked by the path it was asked for: it may be about to be set aside.
    let location = (try? location()) ?? path
    let lock = try FileLock.waiting(at: Self.hidden(beside: location, suffix: "lock"), named: path)
    defer { lock.release() }
    return try body()
  }
}

extension AtomicFile {
  private func status(at path: String) throws(StorageError) -> FileStatus? {
    try reading { () throws(SystemFailure) in try Platform.status(at: path) }
  }

  private func check(_ status: FileStatus) throws(StorageError) {
    guard status.kind == .file else { throw .notAFile(path: path) }
    guard status.owner == Platform.user else {
      throw .foreignOwner(path: path, owner: status.owner, me: Platform.user)
    }
  }

  private func reading<Value>(_ body: () throws(SystemFailure) -> Value) throws(StorageError) -> Value {
    do throws(SystemFailure) { return try body() } catch { throw StorageError(reading: path, error) }
  }

  private func writing<Value>(_ body: () throws(SystemFailure) -> Value) throws(StorageError) -> Value {
    do throws(SystemFailure) { return try body() } catch { throw StorageError(writing: path, error) }
  }

  private static func hidden(beside path: String, suffix: String) -> String {
    let (folder, name) = split(path)
    return "\(folder)/.\(name).\(suffix)"
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
  }
}
