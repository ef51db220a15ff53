/// An exclusive lock that processes and threads alike respect, on a file that stays where it is.
///
/// It is given back by `release()`, with the last reference, and by the end of the process however that comes.
public final class FileLock: Sendable {
  private let file: FileDescriptor

  private init(_ file: FileDescriptor) { self.file = file }

  /// Waits, without holding up the caller's actor, until the lock is free.
  ///
  /// - Parameters:
  ///   - path: the lock file; made, readable by its owner alone, if it is missing.
  ///   - timeout: how long to wait at most.
  /// - Returns: the lock, held.
  /// - Throws: `lockTimeout`, or what kept the lock file from being opened.
  public static func acquire(
    at path: String, timeout: Duration = .seconds(5)
  ) async throws(StorageError) -> FileLock {
    // Nearly always free: then a look at once costs less than a hop to a thread that may wait.
    if let lock = try polling(at: path, named: path, timeout: .zero) { return lock }
    return try await onWorker { () throws(StorageError) in try waiting(at: path, named: path, timeout: timeout) }
  }

  /// Gives the lock back; again has no effect.
  public func release() { Platform.unlock(file) }

  /// Waits for the lock on the calling thread; errors speak of the file `name` that it guards.
  static func waiting(
    at path: String, named name: String, timeout: Duration = .seconds(5)
  ) throws(StorageError) -> FileLock {
    guard let lock = try polling(at: path, named: name, timeout: timeout) else { throw .lockTimeout(path: name) }
    return lock
  }

  private static func polling(
    at path: String, named name: String, timeout: Duration
  ) throws(StorageError) -> FileLock? {
    let deadline = ContinuousClock.now + timeout
    do throws(SystemFailure) {
      let file = try Platform.openToLock(path)
      var pause: UInt32 = 200
      while try !Platform.tryLock(file) {
        if ContinuousClock.now >= deadline { return nil }
        Platform.pause(microseconds: pause)
        pause = min(pause * 2, 5_000)
      }
      return FileLock(file)
    } catch {
      throw StorageError(writing: name, error)
    }
  }
}
