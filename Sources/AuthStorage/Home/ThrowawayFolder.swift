import Foundation

/// A folder under the temporary directory that goes away: by `remove()`, or after a crash by the next program's sweep.
///
/// Its owner holds a lock on a marker file inside for as long as it lives. The sweep touches nothing without that
/// marker, and nothing whose marker is locked.
final class ThrowawayFolder: Sendable {
  private static let prefix = "authsh-"
  private static let marker = ".throwaway"

  /// The folder.
  let path: String
  private let claim: FileDescriptor

  /// Makes a folder in `parent`.
  init(in parent: String) throws(StorageError) {
    do throws(SystemFailure) {
      path = try Platform.makeTemporaryFolder("\(parent)/\(Self.prefix)XXXXXX")
      // Locked before it has the marker's name, so no sweep can ever find it there unlocked.
      let unnamed = "\(path)/\(Self.marker).new"
      claim = try Platform.openToLock(unnamed)
      _ = try Platform.tryLock(claim)
      try Platform.rename(unnamed, to: "\(path)/\(Self.marker)")
    } catch {
      throw StorageError(writing: parent, error)
    }
  }

  /// Removes the folder with all in it; again has no effect.
  func remove() { Self.remove(path) }

  /// Removes what this user's programs left in `parent` when they were killed.
  static func sweep(_ parent: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let folder = "\(parent)/\(name)"
      if isAbandoned(folder) { remove(folder) }
    }
  }

  private static func isAbandoned(_ folder: String) -> Bool {
    guard let status = try? Platform.status(at: folder), status.kind == .folder, status.owner == Platform.user,
      let file = try? Platform.openToRead("\(folder)/\(marker)")
    else { return false }
    return (try? Platform.tryLock(file)) ?? false
  }

  private static func remove(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }
}

extension Home {
  private static let temporaryDirectory: String = {
    let wanted = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    return wanted.hasPrefix("/") ? wanted : "/tmp"
  }()
  private static let sweptOnce: Void = ThrowawayFolder.sweep(temporaryDirectory)

  /// Makes a home that is meant to be removed, in a fresh folder under TMPDIR that only this user can enter.
  ///
  /// The first call of a process also removes such homes whose programs were killed.
  public static func throwaway() throws(StorageError) -> Home {
    _ = sweptOnce
    return try throwaway(in: temporaryDirectory)
  }

  /// Makes a home that is meant to be removed, in a fresh folder in `parent`.
  static func throwaway(in parent: String) throws(StorageError) -> Home {
    let folder = try ThrowawayFolder(in: parent)
    return Home(config: folder.path, data: folder.path, state: folder.path, throwaway: folder)
  }
}
