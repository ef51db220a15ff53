import Foundation
import Glibc
import LineEditor

/// A pseudo-terminal whose far end the test plays: it types keys and looks at the screen.
final class PseudoTerminal: @unchecked Sendable {
  // `master` and `slave` never change; `screen` is touched by one waiting test at a time, under `lock`.
  let slave: Int32
  private let master: Int32
  private let lock = NSLock()
  private var screen: Screen
  private var isOpen = true

  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  init(columns: Int = 80, rows: Int = 24) throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&master, &slave, nil, nil, &size) == 0 else { throw Missing(description: "no pseudo-terminal") }
    for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    (self.master, self.slave) = (master, slave)
    screen = Screen(columns: columns, rows: rows)
  }

  deinit {
    if isOpen { close(master) }
    close(slave)
  }

  /// The terminal as an editor takes it.
  func terminal(_ type: String = "xterm") -> Terminal { Terminal(input: slave, output: slave, type: type) }

  /// The name of the device.
  var device: String {
    var name = [CChar](repeating: 0, count: 128)
    ttyname_r(slave, &name, name.count)
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Types keys. Long text is written while the editor takes it.
  func type(_ keys: String) { type(Array(keys.utf8)) }

  /// Types bytes.
  func type(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, min($0.count, 1024)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
      if bytes.count > 1024 { lock.withLock { _ = absorb(timeout: 0) } }
    }
  }

  /// The terminal goes away.
  func hangUp() {
    lock.withLock {
      isOpen = false
      close(master)
    }
  }

  /// The line settings as bytes, to compare.
  var settings: [UInt32] {
    var settings = termios()
    tcgetattr(slave, &settings)
    return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
  }

  /// Whether what was written holds a sequence, such as the one that turns paste marks off.
  func hasReceived(_ text: String) -> Bool { lock.withLock { screen.hasReceived(text) } }

  /// Waits until the screen's rows, without blanks at their ends, satisfy `condition`.
  func wait(for what: String, _ condition: @escaping @Sendable ([String]) -> Bool) async throws {
    try await withCheckedThrowingContinuation { (waited: CheckedContinuation<Void, any Error>) in
      Thread { waited.resume(with: Result { try self.lock.withLock { try self.watch(what, condition) } }) }.start()
    }
  }

  /// Waits until a row of the screen holds `text`.
  func wait(for text: String) async throws {
    try await wait(for: "'\(text)'") { rows in rows.contains { $0.contains(text) } }
  }

  private func watch(_ what: String, _ condition: ([String]) -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(120)
    while !condition(screen.text) {
      guard isOpen, ContinuousClock.now < deadline, absorb(timeout: 500) else {
        throw Missing(description: "no \(what) on the screen:\n" + screen.text.joined(separator: "\n"))
      }
    }
  }

  /// Takes what has been written to the screen; `false` when the other side is gone.
  private func absorb(timeout: Int32) -> Bool {
    var entry = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, timeout) > 0 else { return true }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(master, &bytes, bytes.count)
    guard count > 0 else { return false }
    screen.take(bytes[..<count])
    return true
  }
}
