import LineEditor
import Shell
import ShellLanguage
import Testing

struct CompleterTests {
  private let completer = Completer(commands: [
    CommandSpec("status", summary: "say who is signed in"),
    CommandSpec(
      "signin", summary: "sign in",
      parameters: [
        .positional("EMAIL", .email), .option("password", .secret), .flag("anonymous", help: "without an account"),
        .option("provider", .choice(["apple", "google"])),
      ]),
    CommandSpec("bus names", summary: "list names"),
    CommandSpec("bus observe", summary: "add an observer"),
    CommandSpec(
      "fault", summary: "break things",
      parameters: [
        .positional("KIND", .choice(["network", "latency"])), .positional("STATE", .choice(["on", "off"])),
      ]),
    CommandSpec(
      "help", summary: "explain", parameters: [.positional("COMMAND", .command, optional: true, repeated: true)]),
  ])

  @Test(arguments: [
    ("", ["bus", "fault", "help", "signin", "status"]), ("s", ["signin", "status"]), ("sta", ["status"]), ("x", []),
    ("  sta", ["status"]), ("bus ", ["names", "observe"]), ("bus o", ["observe"]), ("bus names ", []),
    ("signin ", ["--anonymous", "--password", "--provider"]), ("signin --p", ["--password", "--provider"]),
    ("signin --anonymous --", ["--password", "--provider"]), ("signin --provider ", ["apple", "google"]),
    ("signin --provider g", ["google"]), ("signin --provider=a", ["--provider=apple"]), ("signin --password ", []),
    ("fault ", ["latency", "network"]), ("fault network ", ["off", "on"]), ("fault network on ", []),
    ("help st", ["status"]), ("\"sta", []),
  ])
  func `candidates fit the word and its place`(typed: String, words: [String]) {
    #expect(completer.completion(of: typed).candidates.map(\.text) == words)
  }

  @MainActor
  @Test(arguments: [
    ("open s", ["security", "settings"]), ("present ", ["about", "confirm", "profile", "security", "settings"]),
    ("form ", ["clear", "email", "password", "show", "submit"]), ("form password --password-f", ["--password-file"]),
  ])
  func `the program's own table completes screens and the form's words`(typed: String, words: [String]) {
    let completer = Completer(commands: CommandTable.standard.specs(of: .login))
    #expect(completer.completion(of: typed).candidates.map(\.text) == words)
  }

  @Test(arguments: [
    ("sta", "tus "), ("s", nil), ("si", "gnin "), ("status", " "), ("x", nil), ("signin --p", nil), ("f", "ault "),
  ])
  func `what is certain is added`(typed: String, addition: String?) {
    #expect(completer.completion(of: typed).addition == addition)
  }

  @Test func `a candidate says what it does, a group what it holds`() {
    let summaries = completer.completion(of: "").candidates.map(\.summary)
    #expect(summaries == ["names · observe", "break things", "explain", "sign in", "say who is signed in"])
  }

  @Test(arguments: 1...200)
  func `a menu fits its screen`(width: Int) {
    let menu = CompletionMenu([Candidate("계정", "한글 설명이 여기 있다"), Candidate("signout", "leave")], width: width)
    #expect(
      menu.rows.allSatisfy {
        $0.unicodeScalars.reduce(0) { $0 + ($1.value > 0x1100 && $1.value < 0xFF00 && $1 != "…" ? 2 : 1) }
          <= max(width, 2)
      })
    #expect(!menu.rows.isEmpty)
  }
}
