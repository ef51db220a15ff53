import Foundation

/// Where one user's files are.
public struct Home: Sendable {
  /// The property list of the settings.
  public let defaultsPath: String
  /// The database of the embedded account service.
  public let databasePath: String
  /// The session secrets.
  public let vaultPath: String
  /// The lock that is held while a session is refreshed.
  public let sessionLockPath: String
  /// The folder that is removed in the end; nil for a home that stays.
  let throwaway: ThrowawayFolder?

  /// Whether this home is removed in the end.
  public var isThrowaway: Bool { throwaway != nil }

  /// How the stores of this home write.
  public var durability: Durability { isThrowaway ? .throwaway : .synced }

  /// Every file that this version may leave behind, with a label for a person.
  public var files: [(label: String, path: String)] {
    [
      ("defaults", defaultsPath), ("defaults lock", AtomicFile.lockPath(of: defaultsPath)), ("accounts", databasePath),
      ("accounts log", "\(databasePath)-wal"), ("accounts index", "\(databasePath)-shm"), ("session", vaultPath),
      ("session file lock", AtomicFile.lockPath(of: vaultPath)), ("session lock", sessionLockPath),
    ] + [defaultsPath, vaultPath].flatMap(AtomicFile.setAside(of:)).map { ("set aside", $0) }
  }

  /// Lays the files out in a folder for settings, one for data and one for state, all absolute.
  init(config: String, data: String, state: String, throwaway: ThrowawayFolder? = nil) {
    defaultsPath = "\(config)/defaults.plist"
    databasePath = "\(data)/accounts.db"
    vaultPath = "\(state)/session"
    sessionLockPath = "\(state)/session.lock"
    self.throwaway = throwaway
  }

  /// Finds the home without touching the disk.
  ///
  /// - Parameters:
  ///   - directory: one folder for all files, as `--home` gives it; else `AUTHSH_HOME` counts, else the XDG base
  ///     directories, of which relative and empty ones are ignored, with their defaults under the user's home.
  ///   - environment: the variables to go by.
  /// - Returns: the paths; nothing need exist there yet.
  /// - Throws: `noHome` if neither HOME nor the user database has an absolute path and one is needed.
  public static func resolve(
    directory: String?, environment: [String: String]
  ) throws(StorageError) -> Home {
    if directory?.isEmpty == true {
      throw .failed(path: "", operation: "opening the home", reason: "the name is empty")
    }
    if let folder = directory ?? environment["AUTHSH_HOME"], !folder.isEmpty {
      let folder = URL(fileURLWithPath: folder).standardizedFileURL.path
      return Home(config: folder, data: folder, state: folder)
    }
    func folder(_ variable: String, _ fallback: String) throws(StorageError) -> String {
      if let base = absolute(environment[variable]) { return "\(base)/authsh" }
      guard let home = absolute(environment["HOME"]) ?? absolute(Platform.homeFromUserDatabase()) else {
        throw .noHome
      }
      return "\(home)/\(fallback)/authsh"
    }
    return Home(
      config: try folder("XDG_CONFIG_HOME", ".config"),
      data: try folder("XDG_DATA_HOME", ".local/share"),
      state: try folder("XDG_STATE_HOME", ".local/state"))
  }

  /// Makes the folders that are missing, for this user alone; existing ones are left as they are.
  public func prepare() throws(StorageError) {
    for path in [defaultsPath, databasePath, vaultPath] {
      try Self.makeFolder(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }
  }

  /// Removes a throw-away home with all in it; a home that stays is not touched.
  public func remove() { throwaway?.remove() }

  private static func absolute(_ path: String?) -> String? {
    guard let path, path.hasPrefix("/") else { return nil }
    return path
  }

  private static func makeFolder(_ path: String) throws(StorageError) {
    do throws(SystemFailure) {
      if try Platform.isFolder(path) { return }
    } catch {
      throw StorageError(writing: path, error)
    }
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
    if parent != path { try makeFolder(parent) }
    do throws(SystemFailure) {
      if try Platform.makeFolder(path) { try Platform.syncFolder(parent) }
    } catch {
      throw StorageError(writing: path, error)
    }
  }
}
