import Foundation
import ShellLanguage
import Testing

@testable import Shell

/// Finding commands, checking their words, and saying what is wrong.
@MainActor
@Suite struct CommandTableTests {
  @Test(arguments: [
    ("singin", "unknown command 'singin'; did you mean 'signin'?"), ("login", "did you mean 'signin'?"),
    ("logout", "did you mean 'signout'?"), ("register", "did you mean 'signup'?"), ("exit", "did you mean 'quit'?"),
    ("frobnicate", "'help' lists the commands"), ("bus", "'bus' needs a second word; write: bus names|"),
    ("bus obsevers", "did you mean 'bus observers'?"), ("server frob", "write: server accounts|show|"),
  ])
  func `an unknown word names what was probably meant`(line: String, message: String) async throws {
    let shell = try await TestShell()
    let result = await shell.run(line)
    #expect(result.exit == .commandFailed)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test func `a word of the other root says so, both ways`() async throws {
    let shell = try await TestShell()
    #expect(await shell.run("whoami").errors.contains("'whoami' belongs to the home root; nobody is signed in"))
    _ = await shell.run("signup ada@example.com --password hunter22")
    let result = await shell.run("signin ada@example.com")
    #expect(result.errors.contains("you are signed in as ada@example.com; try: signout"))
    #expect(try await shell.json("signup x@y.z")["error"].map { "\($0)" }?.contains("wrong-root") == true)
  }

  @Test(arguments: [
    ("signup", "EMAIL is missing"), ("signup a@b.c d e --password x", "too many words"),
    ("signup a@b.c --pasword secret99", "no option --pasword; did you mean --password?"),
    ("signup a@b.c --password", "--password needs a value"),
    ("signup a@b.c --password #x", "'#' begins a comment: quote the value"),
    ("signup a@b.c --password x --password y", "given twice"),
    ("signup a@b.c --password x --password-file y", "more than one way to give the password"),
    ("signup nobody --password hunter22", "'nobody' is not an e-mail address"),
    ("signup a@b.c --password abc", "the password is too short; use 6 characters or more"),
    ("signin", "EMAIL is missing"), ("signin a@b.c --anonymous", "--anonymous takes no EMAIL"),
    ("signin --anonymous=yes", "--anonymous takes no value"), ("events --last many", "'many' is no number for --last"),
    ("events --kind pots", "did you mean 'post'?"), ("clock advance soon", "'soon' is no duration for DURATION"),
    ("defaults read nope", "no key 'nope'"), ("server show x@y.z", "no account 'x@y.z'"),
    ("bus remove 99", "no observer has the id 99"), ("bus remove 1", "belongs to the app"),
    ("quit 300", "300 is no exit code"), ("source /no/such/file", "cannot read '/no/such/file'"),
    ("open", "SCREEN is missing; write: open settings|profile|security|about|confirm"),
    ("open setings", "did you mean 'settings'?"), ("close", "only the root is left"), ("dismiss", "no modal is up"),
    ("form", "'form' needs a second word; write: form show|email|password|submit|clear"),
    ("form submit", "the form is not valid: there is no address; type: form email you@example.com"),
    ("signout", "nobody is signed in"), ("bus observe", "NAME is missing"), ("help frob", "unknown command 'frob'"),
  ])
  func `wrong words after a command say what to write`(line: String, message: String) async throws {
    let shell = try await TestShell()
    let result = await shell.run(line)
    #expect(result.exit != .success)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(!result.errors.contains("secret99"))
  }

  @Test func `after two dashes everything is text, and a quoted option is text`() async throws {
    let shell = try await TestShell()
    #expect(await shell.run("echo -- --json \"--x\"").output == "--json --x\n")
    #expect(await shell.run("echo \"--json\"").output == "--json\n")
    #expect(await shell.run("set x = --json\necho ${x}").output == "--json\n")
  }

  @Test func `help lists the active root's commands first and explains each`() async throws {
    let shell = try await TestShell()
    let overview = await shell.run("help").output
    #expect(overview.contains("You are on the login root: signed out."))
    #expect(overview.contains("On another root:\n  whoami"))
    for spec in shell.shell.table.specs {
      let page = await shell.run("help \(spec.name)")
      #expect(page.exit == .success)
      #expect(page.output.contains(spec.summary))
      #expect(await shell.run("\(spec.name) --help").output == page.output)
    }
  }

  @Test func `a group's name with --help lists its commands`() async throws {
    let shell = try await TestShell()
    #expect(await shell.run("server --help") == shell.run("help server"))
  }

  @Test func `names, summaries and parameters keep to the table's manners`() {
    let specs = CommandTable.standard.specs
    #expect(Set(specs.map(\.name)).count == specs.count)
    for spec in specs {
      #expect(!spec.summary.hasSuffix("."))
      #expect(spec.summary.first?.isLowercase == true)
      #expect(spec.summary.count + 19 <= 80, "\(spec.name): \(spec.summary)")
    }
  }
}
