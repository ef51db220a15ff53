import Foundation
import Testing

@testable import Shell

/// How statements are read, run and judged.
@MainActor
@Suite struct InterpreterTests {
  @Test func `a script runs to its end and exits 0`() async throws {
    let shell = try await TestShell()
    let result = await shell.run("set who = world\n\n# a comment\necho hello ${who}   # and another\n")
    #expect(result == .init(exit: .success, output: "hello world\n", errors: ""))
  }

  @Test func `an unexpected failure ends the script with 4 and says where`() async throws {
    let shell = try await TestShell()
    let result = await shell.run("echo before\n  signin ada@example.com --password nope66\necho after\n")
    #expect(result.exit == .commandFailed)
    #expect(result.output == "before\n")
    #expect(
      result.errors
        == "test.authsh:2:1: error: wrong e-mail or password; 'signup ada@example.com' makes an account\n")
  }

  @Test func `with keep-going the script goes on and still exits 4`() async throws {
    var options = ShellOptions()
    options.keepsGoing = true
    let shell = try await TestShell(options: options)
    let result = await shell.run("whoami\necho after")
    #expect(result.exit == .commandFailed)
    #expect(result.output == "after\n")
  }

  @Test func `a statement that does not parse ends the run with 3, also with keep-going`() async throws {
    var options = ShellOptions()
    options.keepsGoing = true
    let shell = try await TestShell(options: options)
    let result = await shell.run("echo one\necho \"two\necho three")
    #expect(result.exit == .notParsed)
    #expect(result.output == "one\n")
    #expect(result.errors.contains("test.authsh:2:6: error: this \" is never closed"))
    #expect(result.errors.contains("  echo \"two\n       ^^^^"))
  }

  @Test func `a backslash at the end of a line continues it, and errors point at the right line`() async throws {
    let shell = try await TestShell()
    #expect(await shell.run("echo one \\\n  two\n").output == "one two\n")
    #expect(await shell.run("echo one \\\n  ${nobody}\n").errors.contains("test.authsh:2:3: error: no variable"))
    #expect(await shell.run("echo # not \\\necho this").output == "\nthis\n")
  }

  @Test func `line ends of Windows, a byte order mark and a missing last line end are no trouble`() async throws {
    let shell = try await TestShell()
    #expect(await shell.run("\u{FEFF}echo a\r\necho b").output == "a\nb\n")
  }

  @Test(arguments: [
    ("set 1", "is no assignment"), ("set x = a b", "more than one word after '='; quote the value: \"a b\""),
    ("set x=a b", "quote the value"), ("set env.X = 1", "read-only"), ("set run.id = 1", "read-only"),
    ("set authsh.nope = 1", "no setting"), ("set authsh.boot.check = maybe", "always or onlyWhenSignedOut"),
    ("set a/b = 1", "cannot be a variable's name"), ("echo ${wh}", "set it first: set wh = value"),
    ("echo > file", "quote it for the plain text"), ("expect ok", "belongs to test scripts"),
    ("echo ${", "never closed"), ("echo \"\\q\"", "means nothing between double quotes"), ("echo 'x", "never closed"),
    ("echo \u{0}", "NUL byte"),
  ])
  func `what does not parse says what to write`(line: String, message: String) async throws {
    let shell = try await TestShell()
    let result = await shell.run(line)
    #expect(result.exit == .notParsed)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test func `variables, environment and the run's id expand, and never split a word`() async throws {
    let shell = try await TestShell(environment: ["HOME_TOWN": "서울 Seoul"])
    let result = await shell.run(
      "set x = \"a  b\"\necho [${x}] '${x}' $x ${env.HOME_TOWN} [${env.UNSET}]\nset y=${x}\necho ${y}")
    #expect(result.output == "[a  b] ${x} $x 서울 Seoul []\na  b\n")
    #expect(await shell.run("echo ${run.id}").output.count > 4)
  }

  @Test func `a million-byte argument is a word like any other`() async throws {
    let shell = try await TestShell()
    let long = String(repeating: "x", count: 1_000_000)
    #expect(await shell.run("echo \(long)").output == long + "\n")
  }
}
