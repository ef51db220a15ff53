import AuthBus
import AuthStorage
import Foundation

/// `--trace FILE`: each journal row as a line of JSON, written while it happens.
final class TraceFile: Sendable {
  private let path: String
  private let journal: Journal
  private let error = ErrorNumber()

  /// Opens `path`, for the owner alone, and begins; `-` is standard error.
  init(_ path: String, of journal: Journal) throws(StorageError) {
    self.journal = journal
    self.path = path
    let file = path == "-" ? STDERR_FILENO : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw .failed(path: path, operation: "opening the trace", reason: String(cString: strerror(errno)).lowercased())
    }
    journal.setSink { [error] row in
      let line = Array((row.json + "\n").utf8)
      let count = line.withUnsafeBytes { bytes in write(file, bytes.baseAddress, bytes.count) }
      // A trace that cannot be written does not stop what it traces; the end tells of it.
      if count != line.count { error.value = count < 0 ? errno : ENOSPC }
    }
  }

  /// What kept rows from being written, if anything did.
  var failure: String? {
    let number = error.value
    return number == 0 ? nil : "cannot write the trace \(path): \(String(cString: strerror(number)).lowercased())"
  }

  /// Ends.
  func close() { journal.setSink(nil) }
}

/// The last `errno` of a writer on any thread.
private final class ErrorNumber: Sendable {
  private let lock = NSLock()
  // Guarded by `lock`.
  nonisolated(unsafe) private var number: Int32 = 0

  var value: Int32 {
    get { lock.withLock { number } }
    set { lock.withLock { number = newValue } }
  }
}
