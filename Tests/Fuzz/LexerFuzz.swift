// Takes any bytes as a line: nothing traps, words stand where they say, and no secret shows through the mask.

private let masking = Masking([
  CommandSpec(
    "signin", summary: "",
    parameters: [
      .positional("EMAIL", .email, optional: true), .flag("anonymous"), .option("password", .secret),
      .option("password-file", .file),
    ]),
  CommandSpec("echo", summary: "", parameters: [.positional("WORD", optional: true, repeated: true)]),
])

/// The entry that libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLexer(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  checkWords(bytes)
  checkContinuation(bytes)
  checkMask(bytes)
  if let duration = parseDuration(String(decoding: bytes, as: UTF8.self)) {
    precondition(parseDuration(formatDuration(duration)) == duration, "a duration is not read back")
  }
  return 0
}

private func checkWords(_ bytes: [UInt8]) {
  do throws(ParseError) {
    let line = try Lexer.lex(bytes)
    var end = 0
    for word in line.words {
      precondition(word.range.lowerBound >= end && !word.range.isEmpty, "words overlap")
      end = word.range.upperBound
    }
    precondition(end <= (line.comment ?? bytes.count), "a word reaches into the comment")
  } catch {
    precondition(error.range.lowerBound >= 0 && error.range.upperBound <= max(bytes.count, 1), "a mistake out of place")
    precondition(!error.message.isEmpty)
  }
}

private func checkContinuation(_ bytes: [UInt8]) {
  var continuation = Continuation()
  for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
    let goesOn = continuation.goesOn(after: Array(line))
    precondition(!goesOn || line.last == UInt8(ascii: "\\"), "only a backslash continues a line")
    if !goesOn { continuation = Continuation() }
  }
}

/// Puts a secret into the line at each place where one can stand: the bytes before and after it are the fuzzer's.
private func checkMask(_ bytes: [UInt8]) {
  let secret = "hunter22hunter22"
  let middle = bytes.firstIndex(of: 1) ?? bytes.endIndex
  let after = String(decoding: bytes[middle...].dropFirst(), as: UTF8.self)
  var lines = ["signin ada@example.com \(secret)\(after)"]
  if let before = try? Lexer.lex(Array(bytes[..<middle])), before.comment == nil {
    let text = String(decoding: bytes[..<middle], as: UTF8.self)
    lines += ["\(text) --password \(secret)\(after)", "\(text) --password=\(secret)\(after)"]
  }
  guard String(decoding: bytes, as: UTF8.self).firstRange(of: secret) == nil else { return }
  for line in lines {
    precondition(masking.mask(line).firstRange(of: secret) == nil, "a secret shows in: \(line)")
  }
}
