import Dispatch
import Foundation

/// Lines of a file, a pipe or a string.
@MainActor
package final class ScriptSource: LineSource {
  /// The longest line that is read, in bytes.
  private static let longest = 16 * 1_048_576

  package let name: String?
  private let descriptor: Int32?
  private let closesDescriptor: Bool
  private var bytes: [UInt8] = []
  private var position = 0
  /// Up to where the bytes are known to hold no line end, so that a long line is not searched again and again.
  private var searched = 0
  private var isAtEnd = false
  private var isFirst = true

  /// Reads an open descriptor, without closing it.
  package init(name: String?, descriptor: Int32) {
    self.name = name
    self.descriptor = descriptor
    closesDescriptor = false
  }

  /// Reads text, such as the argument of `-c`.
  package init(name: String?, text: String) {
    self.name = name
    descriptor = nil
    closesDescriptor = false
    bytes = Array(text.utf8)
    isAtEnd = true
  }

  /// Opens a file. Throws the operating system's words.
  package init(path: String) throws(CommandError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let words = String(cString: strerror(errno)).lowercased()
      throw CommandError("file-unreadable", "cannot read '\(path)': \(words)", exit: .storeUnusable)
    }
    name = path
    self.descriptor = descriptor
    closesDescriptor = true
  }

  isolated deinit {
    if closesDescriptor, let descriptor { close(descriptor) }
  }

  package func buffered() -> [UInt8]? {
    let end = lineEnd(in: bytes, from: searched)
    if let end { return take(upTo: end, skipping: 1) }
    searched = bytes.count
    return isAtEnd && position < bytes.count ? take(upTo: bytes.count, skipping: 0) : nil
  }

  package func next() async -> LineRead {
    while true {
      if let line = buffered() { return .line(line) }
      if isAtEnd { return .end }
      if bytes.count - position > Self.longest {
        return .failed("a line is longer than \(Self.longest / 1_048_576) MiB; break it up")
      }
      if let words = await fill() { return .failed(words) }
    }
  }

  private func take(upTo end: Int, skipping lineEnd: Int) -> [UInt8] {
    var start = position
    var stop = end
    position = end + lineEnd
    searched = position
    if isFirst {
      isFirst = false
      if bytes[start..<stop].starts(with: [0xEF, 0xBB, 0xBF]) { start += 3 }
    }
    if stop > start, bytes[stop - 1] == UInt8(ascii: "\r") { stop -= 1 }
    return bytes.withUnsafeBufferPointer { Array($0[start..<stop]) }
  }

  /// Reads more; returns the operating system's words when that fails.
  private func fill() async -> String? {
    guard let descriptor else { return nil }
    if position > 0 {
      bytes.removeFirst(position)
      searched -= position
      position = 0
    }
    await waitUntilReadable(descriptor)
    let old = bytes.count
    let room = 65_536
    bytes.reserveCapacity(old + room)
    let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      count = max(read(descriptor, buffer.baseAddress, room), -1) + 0
      if count < 0 {
        failure = errno
        count = 0
      } else {
        failure = 0
        isAtEnd = count == 0
      }
    }
    bytes += chunk
    switch failure {
    case 0, EINTR, EAGAIN: return nil
    case EISDIR: return "it is a directory"
    default: return String(cString: strerror(failure)).lowercased()
    }
  }

  private var failure: Int32 = 0
}

/// Where the next line feed stands. Outside the class, so that no line pays for a check of the actor.
private func lineEnd(in bytes: [UInt8], from start: Int) -> Int? {
  bytes.withUnsafeBytes { buffer in
    guard start < buffer.count, let base = buffer.baseAddress else { return nil }
    return memchr(base + start, Int32(UInt8(ascii: "\n")), buffer.count - start).map { base.distance(to: $0) }
  }
}

/// Returns when a read would not block. A regular file never does; a pipe is awaited off the main actor's thread.
private func waitUntilReadable(_ descriptor: Int32) async {
  var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  guard poll(&poller, 1, 0) == 0 else { return }
  await withCheckedContinuation { continuation in
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
    source.setEventHandler {
      source.cancel()
    }
    source.setCancelHandler { continuation.resume() }
    source.activate()
  }
}
