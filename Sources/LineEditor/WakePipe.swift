import Foundation

/// A pipe that ends a wait for keys: other threads and the signal handler write a byte, the waiting thread reads it.
final class WakePipe: Sendable {
  /// What ended a wait.
  enum Arrival {
    /// Keys, or the end of them.
    case keys
    /// The bytes that were written since: 0 for "look at what was published", else the number of a signal.
    case wake(Set<UInt8>)
  }

  /// The end to write to; never blocks.
  let writer: Int32
  /// The end to read from.
  let reader: Int32

  /// `nil` when the process has no descriptors left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (reader, writer) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    close(reader)
    close(writer)
  }

  /// Ends the current wait, or the next one.
  func wake() {
    var byte: UInt8 = 0
    // A full pipe already holds what wakes its reader.
    _ = write(writer, &byte, 1)
  }

  /// Waits for keys at `input` (not with -1) or for a wake-up, at most `timeout` milliseconds (-1: as long as it takes).
  /// Keys come first, so that what is drawn for a wake-up never splits a key's bytes. `nil` after the timeout.
  func wait(input: Int32, timeout: Int32 = -1) -> Arrival? {
    // A tuple, because an array would be allocated for every key.
    var entries = (
      pollfd(fd: input, events: Int16(POLLIN), revents: 0), pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    )
    let ready = withUnsafeMutableBytes(of: &entries) { poll($0.assumingMemoryBound(to: pollfd.self), timeout: timeout) }
    if ready == 0 { return nil }
    // A terminal that is gone counts as keys: reading them tells.
    return entries.0.revents != 0 ? .keys : .wake(drain())
  }

  private func poll(_ entries: UnsafeMutableBufferPointer<pollfd>, timeout: Int32) -> Int32 {
    while true {
      let ready = Glibc.poll(entries.baseAddress, nfds_t(entries.count), timeout)
      if ready >= 0 || errno != EINTR { return ready }
    }
  }

  /// The bytes that were written since the last look.
  func drain() -> Set<UInt8> {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(reader, &bytes, bytes.count)
    return count > 0 ? Set(bytes[..<count]) : []
  }
}
