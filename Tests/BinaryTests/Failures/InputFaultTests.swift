import Foundation
import Testing

/// Input that nobody means: huge, binary, broken, or none.
@Suite struct InputFaultTests {
  private struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var input: Data
    var status: Int32
    var words: String
    var testDescription: String { name }
  }

  private static let megabyte = String(repeating: "a", count: 1_048_576)

  private static let cases = [
    Case(name: "NUL", input: Data("echo a\0b\n".utf8), status: 3, words: "the line holds a NUL byte; remove it"),
    Case(name: "bare NUL", input: Data([0]), status: 3, words: "the line holds a NUL byte; remove it"),
    Case(name: "no UTF-8", input: Data("echo ".utf8) + [0xFF, 0xFE, 0x0A], status: 3, words: "the line is not UTF-8"),
    Case(name: "cut UTF-8", input: Data("echo ".utf8) + [0xEB, 0xB0], status: 3, words: "the line is not UTF-8"),
    Case(name: "open quote", input: Data("echo \"a".utf8), status: 3, words: "is never closed"),
    Case(name: "unknown variable", input: Data("echo ${nope}".utf8), status: 3, words: "nope"),
    Case(name: "long word", input: Data(megabyte.utf8), status: 4, words: "unknown command 'aaaa"),
    Case(
      name: "long address", input: Data("signin \(megabyte)@x --password p".utf8), status: 4,
      words: "not an e-mail address"),
    Case(name: "long option", input: Data("status --\(megabyte)".utf8), status: 4, words: "'help status' lists them"),
    Case(name: "long name", input: Data("set \(megabyte)! = 1".utf8), status: 3, words: "cannot be a variable's name"),
  ]

  @Test(arguments: cases)
  private func `bad input is told in a few words and harms nothing`(_ bad: Case) async throws {
    let home = try TestHome()
    for (arguments, file) in [([], nil), (["script"], "script")] {
      if let file { try bad.input.write(to: home.file(file)) }
      let run = try await Binary.run(["--ephemeral"] + arguments, home: home, input: file == nil ? bad.input : Data())
      #expect(run.status == bad.status && run.crash == nil && run.output.isEmpty, "\(run.errors.prefix(300))")
      #expect(run.errors.contains(bad.words), "\(run.errors.prefix(300))")
      #expect(run.errors.utf8.count < 4_096)
    }
  }

  @Test func `a line of a megabyte works where it makes sense`() async throws {
    let run = try await Binary.run(
      ["--ephemeral"], home: TestHome(), input: Data("echo \(Self.megabyte)\nstatus\n".utf8))
    #expect(run.status == 0 && run.output.hasPrefix(Self.megabyte + "\nroot"))
  }

  @Test func `an argument of its greatest length is one word`() async throws {
    // Linux takes at most 128 KiB in one argument.
    let text = String(repeating: "a", count: 130_000)
    let run = try await Binary.commands("echo \(text)", home: TestHome(), options: ["--ephemeral"])
    #expect(run.status == 0 && run.output == text + "\n")
  }

  @Test(arguments: [
    "authsh -c \"$(printf 'echo \\377')\"", "authsh \"$(printf '\\377')\"",
    "AUTHSH_HOME=\"$(printf '/tmp/\\377')\" authsh -c status",
  ])
  func `an argument or a path that is not UTF-8 is refused and not replaced`(_ line: String) async throws {
    let script = line.replacingOccurrences(of: "authsh ", with: "\"$0\" ")
    let run = try await Binary.run([], home: TestHome(), in: ["sh", "-c", script])
    #expect(run.status == 2 && run.crash == nil && run.output.isEmpty)
    #expect(run.errors.contains("is not UTF-8"))
  }

  @Test func `what is quoted cannot steer the terminal`() async throws {
    let input = Data("a\u{1B}]0;title\u{7}\necho \u{1B}[2J\0\n".utf8)
    let run = try await Binary.run(["--ephemeral", "--keep-going"], home: TestHome(), input: input)
    #expect(run.errors.contains(#"unknown command 'a\u{1b}]0;title\u{7}'"#))
    #expect(!run.errors.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
  }

  @Test(arguments: [(["missing.authsh"], "cannot read 'missing.authsh': no such file"), (["."], "it is a directory")])
  func `a script that cannot be read ends with 7`(_ arguments: [String], _ words: String) async throws {
    let run = try await Binary.run(["--ephemeral"] + arguments, home: TestHome())
    #expect(run.status == 7 && run.crash == nil && run.errors.contains(words))
  }

  @Test func `bytes from anywhere never trap`() async throws {
    let seed = ProcessInfo.processInfo.environment["AUTHSH_SEED"].flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
    print("AUTHSH_SEED=\(seed)")
    var state = seed
    let input = Data(
      (0..<200_000).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
      })
    let run = try await Binary.run(["--ephemeral", "--keep-going"], home: TestHome(), input: input)
    #expect(run.status == 3 && run.crash == nil, "seed \(seed)")
  }
}
