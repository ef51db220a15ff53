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

  /// Starts it on `home`; `wrapper` is a command that runs the rest of its arguments.
  convenience init(home: TestHome, _ arguments: [String] = [], in wrapper: [String] = []) throws {
    try self.init(environment: home.environment, arguments, in: wrapper)
  }

  /// Starts it with these variables and no others.
  init(environment: [String: String], _ arguments: [String] = [], in wrapper: [String] = []) throws {
    process.executableURL = URL(fileURLWithPath: wrapper.isEmpty ? Binary.path : "/usr/bin/env")
    process.arguments = wrapper.isEmpty ? arguments : wrapper + [Binary.path] + arguments
    process.environment = environment
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
  func expect(_ expected: String, within seconds: TimeInterval = 120) throws -> String {
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

  /// The same, waiting on a thread of its own.
  func commandOffTheMainActor(_ line: String) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Swift.Result { try self.command(line) }) }
    }
  }

  /// Ends its input and waits for it; the exit code.
  @discardableResult
  func end() -> Int32 {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Sends a signal, to its child where it runs in a wrapper, and waits for it; the exit code, or 128 and the signal it died of.
  func end(by signal: Int32, isWrapped: Bool = false) throws -> Int32 {
    var target = pid
    if isWrapped {
      let children = try String(contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8)
      target = children.split(separator: " ").first.flatMap { Int32($0) } ?? pid
    }
    Foundation.kill(target, signal)
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal ? 128 + process.terminationStatus : process.terminationStatus
  }

  /// Waits for the end of its output; what is left of it.
  func rest() -> String {
    lock.lock()
    defer { lock.unlock() }
    while !hasEnded { lock.wait() }
    return text
  }

  /// Waits until `count` JSON objects have come; nothing is taken.
  func wait(forObjects count: Int, within seconds: TimeInterval = 120) throws {
    let deadline = Date().addingTimeInterval(seconds)
    lock.lock()
    defer { lock.unlock() }
    while objects.count < count {
      guard !hasEnded, lock.wait(until: deadline) else {
        throw TimedOut(description: "not \(count) objects in: \(text)")
      }
    }
  }

  /// `kill -9`; the JSON objects that it still printed. Throws when it had died of something else before.
  @discardableResult
  func kill() throws -> [[String: Any]] {
    Foundation.kill(pid, SIGKILL)
    process.waitUntilExit()
    lock.lock()
    defer { lock.unlock() }
    while !hasEnded { lock.wait() }
    guard process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL else {
      throw TimedOut(description: "it ended by itself with \(process.terminationStatus): \(text)")
    }
    return objects
  }

  /// The objects among the whole lines that have come. Needs the lock.
  private var objects: [[String: Any]] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().compactMap {
      (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
    }
  }
}
