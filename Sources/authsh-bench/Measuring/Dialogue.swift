import Foundation

/// A program that is talked to over pipes.
final class Dialogue {
  private let child: Child
  private let input: FileHandle
  private let output: FileHandle

  /// Starts the program.
  init(_ program: String, _ arguments: [String] = [], environment: [String] = []) throws {
    let (itsInput, input) = Self.pipe()
    let (output, itsOutput) = Self.pipe()
    child = try Child(
      program, arguments, environment: environment, input: itsInput.fileDescriptor, output: itsOutput.fileDescriptor)
    (self.input, self.output) = (input, output)
  }

  /// Writes lines to its input.
  func say(_ lines: String...) throws {
    try input.write(contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
  }

  /// Waits until it has written `words`.
  func awaitWords(_ words: String) throws {
    var heard = Data()
    while !String(decoding: heard, as: UTF8.self).contains(words) {
      let more = output.availableData
      guard !more.isEmpty else { throw BenchError("the program ended before it said '\(words)'") }
      heard += more
    }
  }

  /// The memory that is resident now, in MiB.
  func residentMemory() throws -> Double { try child.residentMemory() }

  /// Ends its input and waits for its good end.
  func end() throws {
    try input.close()
    try child.wait()
  }

  /// Its ends are not inherited: a program that held the other end of its own input would never see it end.
  private static func pipe() -> (reading: FileHandle, writing: FileHandle) {
    let pipe = Pipe()
    for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
      _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    return (pipe.fileHandleForReading, pipe.fileHandleForWriting)
  }
}
