import Foundation

/// A running authsh that is driven over pipes: a line in, lines out.
final class LiveShell: @unchecked Sendable {
  // `lock` guards `text` and `hasEnded`; the rest is the test's own.
  /// Something did not come in time.
  struct TimedOut: Error, CustomStringConvertible {
    var description: String
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let lock = NSCondition()
  private var text = ""
  private var hasEnded = false

  /// Starts it on `home`.
  init(home: TestHome, _ arguments: [String] = []) throws {
    process.executableURL = URL(fileURLWithPath: Binary.path)
    process.arguments = arguments
    process.environment = home.environment
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let handle = output.fileHandleForReading
    Thread.detachNewThread { [weak self] in
      while true {
        let data = handle.availableData
        guard let self else { return }
        self.lock.lock()
        if data.isEmpty { self.hasEnded = true } else { self.text += String(decoding: data, as: UTF8.self) }
        self.lock.broadcast()
        self.lock.unlock()
        if data.isEmpty { return }
      }
    }
  }

  /// Its process id.
  var pid: Int32 { process.processIdentifier }

  /// Types a line.
  func send(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Waits until `expected` has come, and returns everything up to and with it; what follows is kept for the next call.
  @discardableResult
  func expect(_ expected: String, within seconds: TimeInterval = 20) throws -> String {
    let deadline = Date().addingTimeInterval(seconds)
    lock.lock()
    defer { lock.unlock() }
    while true {
      if let range = text.range(of: expected) {
        defer { text = String(text[range.upperBound...]) }
        return String(text[..<range.upperBound])
      }
      guard !hasEnded, lock.wait(until: deadline) else { throw TimedOut(description: "no '\(expected)' in: \(text)") }
    }
  }

  /// Sends a command and returns what it printed, without the mark that ends it.
  func command(_ line: String) throws -> String {
    let mark = "done-\(UUID().uuidString)"
    try send(line)
    try send("echo \(mark)")
    return String(try expect(mark + "\n").dropLast(mark.count + 1))
  }

  /// Ends its input and waits for it; the exit code.
  @discardableResult
  func end() -> Int32 {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// `kill -9`.
  func kill() {
    Foundation.kill(pid, SIGKILL)
    process.waitUntilExit()
  }
}
