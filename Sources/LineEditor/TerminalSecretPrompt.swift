import Foundation
package import Shell

/// Asks for a password at the terminal itself, whatever standard input and output are.
package struct TerminalSecretPrompt: SecretAsking {
  private let device: String
  private let keeper: TerminalKeeper

  /// `device` is the terminal; `keeper` puts it back when the program has to go while somebody types.
  package init(device: String = "/dev/tty", keeper: TerminalKeeper = TerminalKeeper()) {
    self.device = device
    self.keeper = keeper
  }

  /// Shows `prompt` and reads a line without showing it. `nil` after Ctrl-C, Ctrl-D, a lost terminal, or when the task
  /// is cancelled. What was typed before the prompt is thrown away: it was not meant for it.
  package func ask(_ prompt: String) async throws(SecretUnavailable) -> String? {
    let terminal = open(device, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0, isatty(terminal) == 1, let pipe = WakePipe() else {
      if terminal >= 0 { close(terminal) }
      throw SecretUnavailable()
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { asked in
        // A thread of its own: a person may take minutes, for which no pool should be short of a worker.
        Thread { [keeper] in
          let secret = HiddenLine(terminal: terminal, keeper: keeper, pipe: pipe).read(prompt)
          close(terminal)
          asked.resume(returning: secret)
        }.start()
      }
    } onCancel: {
      pipe.wake()
    }
  }
}

/// One line typed at a terminal that shows nothing of it.
private struct HiddenLine {
  private enum Key {
    static let (interrupt, end, backspace, newline, enter, kill, delete):
      (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) =
        (3, 4, 8, 10, 13, 21, 127)
  }

  let terminal: Int32
  let keeper: TerminalKeeper
  let pipe: WakePipe
  /// Bytes a secret may have; the buffer never grows, so that no copy of it stays in memory.
  private let limit = 4096

  init(terminal: Int32, keeper: TerminalKeeper, pipe: WakePipe) {
    (self.terminal, self.keeper, self.pipe) = (terminal, keeper, pipe)
  }

  /// Asks until there is an answer that is text and not too long; `nil` when there will be none.
  func read(_ prompt: String) -> String? {
    guard var hidden = keeper.save(terminal) else { return nil }
    defer { keeper.restore(terminal) }
    hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
    tcsetattr(terminal, TCSAFLUSH, &hidden)
    return readText(prompt)
  }

  private func readText(_ prompt: String) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(limit)
    defer { erase(&bytes, keeping: 0) }
    while true {
      show(prompt)
      let isEntered = readLine(into: &bytes)
      show("\r\n")
      guard isEntered else { return nil }
      if bytes.count < limit, let text = String(validating: bytes, as: UTF8.self) { return text }
      show(bytes.count < limit ? "that is not UTF-8 text; once more\r\n" : "that is too long; once more\r\n")
      erase(&bytes, keeping: 0)
    }
  }

  /// Whether Enter ended the line.
  private func readLine(into bytes: inout [UInt8]) -> Bool {
    while let byte = readByte() {
      switch byte {
      case Key.enter, Key.newline: return true
      case Key.interrupt: return false
      case Key.end: if bytes.isEmpty { return false }
      case Key.backspace, Key.delete: erase(&bytes, keeping: lengthWithoutLastScalar(bytes))
      case Key.kill: erase(&bytes, keeping: 0)
      default: if bytes.count < limit { bytes.append(byte) }
      }
    }
    return false
  }

  private func lengthWithoutLastScalar(_ bytes: [UInt8]) -> Int {
    bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
  }

  private func erase(_ bytes: inout [UInt8], keeping count: Int) {
    bytes.withUnsafeMutableBytes { buffer in
      let gone = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      // Plain stores that nobody reads could be optimised away.
      if let start = gone.baseAddress { explicit_bzero(start, gone.count) }
    }
    bytes.removeLast(bytes.count - count)
  }

  private func readByte() -> UInt8? {
    guard case .keys = pipe.wait(input: terminal) else { return nil }
    var byte: UInt8 = 0
    return Glibc.read(terminal, &byte, 1) == 1 ? byte : nil
  }

  private func show(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(terminal, bytes, bytes.count)
  }
}
