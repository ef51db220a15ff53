import Foundation

/// Writes results to standard output and errors to standard error, whole lines at a time, straight to the descriptors.
///
/// Nothing is kept back after a command, so a program can drive authsh over a pipe. A failure to write is kept, since a result
/// that cannot be shown must end the run: `EPIPE` as the reader's choice, anything else as an error.
@MainActor
package final class Printer {
  /// Why standard output cannot be written any more, as `errno`; zero while it can.
  package private(set) var failure: Int32 = 0
  private let output: Int32
  private let errors: Int32

  /// Prints to two descriptors.
  package init(output: Int32 = STDOUT_FILENO, errors: Int32 = STDERR_FILENO) {
    self.output = output
    self.errors = errors
  }

  /// A line of results.
  package func line(_ text: String) {
    guard failure == 0 else { return }
    failure = write(text + "\n", to: output)
  }

  /// A line about an error.
  package func error(_ text: String) {
    _ = write(text + "\n", to: errors)
  }

  private func write(_ text: String, to descriptor: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
      var written = 0
      while written < bytes.count {
        let count = Foundation.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
        if count >= 0 {
          written += count
        } else if errno == EAGAIN {
          waitUntilWritable(descriptor)
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
  }

  /// A descriptor shared with another program may be non-blocking.
  private func waitUntilWritable(_ descriptor: Int32) {
    var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&poller, 1, -1)
  }
}
