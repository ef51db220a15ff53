import AuthBus
import AuthStorage
import Foundation

/// `--trace FILE`: each journal row as a line of JSON, written while it happens.
final class TraceFile: Sendable {
  private let descriptor: Int32
  private let journal: Journal

  /// Opens `path`, for the owner alone, and begins; `-` is standard error.
  init(_ path: String, of journal: Journal) throws(StorageError) {
    self.journal = journal
    let file = path == "-" ? STDERR_FILENO : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw .failed(path: path, operation: "opening the trace", reason: String(cString: strerror(errno)).lowercased())
    }
    descriptor = file
    journal.setSink { row in
      let line = Array((row.json + "\n").utf8)
      // A trace that cannot be written must not stop what it traces.
      line.withUnsafeBytes { bytes in _ = write(file, bytes.baseAddress, bytes.count) }
    }
  }

  /// Ends.
  func close() { journal.setSink(nil) }
}
