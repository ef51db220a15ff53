import Foundation
package import ShellLanguage

/// The ways a password can come to a command, besides being typed as an argument.
package struct SecretSources: Sendable {
  /// Asks at the terminal.
  package var asker: (any SecretAsking)?
  /// Where `AUTHSH_PASSWORD` is looked up.
  package var environment: [String: String]
  /// Whether standard input carries the script.
  package var scriptIsStandardInput: Bool

  package init(asker: (any SecretAsking)?, environment: [String: String], scriptIsStandardInput: Bool) {
    self.asker = asker
    self.environment = environment
    self.scriptIsStandardInput = scriptIsStandardInput
  }

  /// The parameters of every command that takes a password.
  package static let parameters: [Parameter] = [
    .option(
      "password", .secret, help: "the password; shows in the process list when it stands in authsh's own arguments"),
    .flag("password-stdin", help: "read it from standard input, one line"),
    .option("password-file", .file, help: "read it from a file's first line"),
    .option("password-command", .command, help: "run a command with sh and take its first line"),
  ]

  /// What their help pages say.
  package static let discussion = """
    Without one of the options the password comes from AUTHSH_PASSWORD, else from a hidden prompt.
    The service wants 6 characters or more.
    """

  /// The password for `call`; `isNew` asks twice at the prompt.
  package func password(for call: Call, prompt: String, isNew: Bool) async throws(CommandError) -> String {
    let given = ["password", "password-file", "password-command"].filter { call.value($0) != nil }
    guard given.count + (call.has("password-stdin") ? 1 : 0) <= 1 else {
      throw .usage("more than one way to give the password", hint: "keep one of the --password options")
    }
    if let text = call.value("password") { return text }
    if call.has("password-stdin") { return try await fromStandardInput() }
    if let path = call.value("password-file") { return try await fromFile(path) }
    if let command = call.value("password-command") { return try await fromCommand(command) }
    if let text = environment["AUTHSH_PASSWORD"] { return text }
    return try await asked(prompt, isNew: isNew)
  }

  private func asked(_ prompt: String, isNew: Bool) async throws(CommandError) -> String {
    guard let asker else { throw Self.nobodyToAsk }
    do {
      guard let text = try await asker.ask(prompt) else { throw Self.cancelled }
      guard isNew else { return text }
      guard let again = try await asker.ask("Once more: ") else { throw Self.cancelled }
      guard text == again else { throw CommandError.usage("the two passwords differ", hint: "try again") }
      return text
    } catch let error as CommandError {
      throw error
    } catch {
      throw Self.nobodyToAsk
    }
  }

  private static let cancelled = CommandError("cancelled", "cancelled; nothing was changed")
  private static let nobodyToAsk = CommandError.usage(
    "no terminal to ask for the password at", hint: "use --password-stdin, --password-file or AUTHSH_PASSWORD")
}

extension SecretSources {
  private func fromStandardInput() async throws(CommandError) -> String {
    guard !scriptIsStandardInput else {
      throw CommandError(
        "usage", "--password-stdin cannot be used: the script itself is standard input",
        hint: "use --password-file or AUTHSH_PASSWORD", exit: .wrongOptions)
    }
    return try await firstLine(of: "standard input") { readFirstLine(STDIN_FILENO) }
  }

  private func fromFile(_ path: String) async throws(CommandError) -> String {
    try await firstLine(of: path) {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { return .failure(.init(words: String(cString: strerror(errno)))) }
      defer { close(descriptor) }
      return readFirstLine(descriptor)
    }
  }

  private func fromCommand(_ command: String) async throws(CommandError) -> String {
    try await firstLine(of: "--password-command") {
      guard let stream = popen(command, "r") else { return .failure(.init(words: String(cString: strerror(errno)))) }
      let result = readFirstLine(fileno(stream))
      let status = pclose(stream)
      return status == 0 ? result : .failure(.init(words: "the command failed"))
    }
  }

  /// Reads off the main actor: a pipe may take its time.
  private func firstLine(
    of source: String, _ read: @escaping @Sendable () -> Result<String, LineFailure>
  ) async throws(CommandError) -> String {
    let result = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: read()) }
    }
    switch result {
    case .success(let text): return text
    case .failure(let failure): throw CommandError("file-unreadable", "no password from \(source): \(failure.words)")
    }
  }
}

private struct LineFailure: Error {
  var words: String
}

/// The bytes up to the first line end, at most 1 MiB.
private func readFirstLine(_ descriptor: Int32) -> Result<String, LineFailure> {
  var bytes: [UInt8] = []
  var byte: UInt8 = 0
  while bytes.count < 1_048_576 {
    let count = read(descriptor, &byte, 1)
    if count < 0, errno == EINTR { continue }
    if count < 0 { return .failure(LineFailure(words: String(cString: strerror(errno)))) }
    if count == 0 || byte == UInt8(ascii: "\n") { break }
    bytes.append(byte)
  }
  if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
  guard !bytes.isEmpty else { return .failure(LineFailure(words: "it is empty")) }
  guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
    return .failure(LineFailure(words: "it is not UTF-8 text"))
  }
  return .success(text)
}
