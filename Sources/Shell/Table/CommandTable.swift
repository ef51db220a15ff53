package import ShellLanguage

/// All commands. Help, completion, argument checks and masking come from here and from nowhere else.
@MainActor
package struct CommandTable {
  /// The program's commands, in the order help shows them.
  package static let standard = CommandTable([
    SignUp.self, SignIn.self, PasswordReset.self, PasswordConfirm.self, SignOut.self,
    WhoAmI.self, AccountShow.self, AccountSet.self, AccountUnset.self, AccountLink.self,
    ProfileShow.self, ProfileSet.self, ProfileUnset.self, EmailVerify.self, EmailChange.self, PasswordChange.self,
    Reauth.self,
    TokenShow.self, TokenDecode.self, TokenRefresh.self, Sessions.self, Delete.self,
    FormShow.self, FormEmail.self, FormPassword.self, FormSubmit.self, FormClear.self,
    Screens.self, Open.self, Close.self, Present.self, Dismiss.self,
    Status.self, Events.self,
    BusNames.self, BusObservers.self, BusObserve.self, BusRemove.self, BusPost.self,
    DefaultsRead.self, DefaultsWrite.self, DefaultsDelete.self, DefaultsPath.self, DefaultsRepair.self,
    ServerAccounts.self, ServerShow.self, ServerCreate.self, ServerOutbox.self, ServerDisable.self, ServerEnable.self,
    ServerDelete.self, ServerRevoke.self,
    FaultList.self, FaultNetwork.self, FaultLatency.self, FaultRestore.self, FaultProfile.self, FaultClear.self,
    ClockShow.self, ClockAdvance.self, ClockReset.self,
    Restart.self, SetVariable.self, Echo.self, SourceFile.self, Help.self, Quit.self,
  ])

  /// Words people type for another command's name.
  static let synonyms = [
    "exit": "quit", "bye": "quit", "login": "signin", "logout": "signout", "register": "signup", "who": "whoami",
    "user": "whoami", "ls": "help", "?": "help", "man": "help", "print": "echo", "trace": "events", "log": "events",
    "push": "open", "pop": "close", "back": "close",
    "reset": "restart", "date": "clock show", "accounts": "server accounts",
  ]

  /// The specs, in the order of the table.
  package let specs: [CommandSpec]
  private let types: [String: any Command.Type]
  private let groups: Set<String>

  /// Builds a table from command types.
  package init(_ commands: [any Command.Type]) {
    specs = commands.map { $0.spec }
    types = Dictionary(commands.map { ($0.spec.name, $0) }) { first, _ in first }
    groups = Set(specs.filter { $0.path.count > 1 }.map { $0.path[0] })
  }

  /// The specs a root offers.
  package func specs(of root: RootKind) -> [CommandSpec] { specs.filter { $0.roots.contains(root) } }

  /// The command that the words begin with, and how many of them name it.
  package func find(_ words: [String]) throws(CommandError) -> (command: any Command.Type, wordCount: Int) {
    guard let first = words.first else { throw .usage("no command", hint: "try: help") }
    if let type = types[first] { return (type, 1) }
    guard groups.contains(first) else { throw unknown(first) }
    guard words.count > 1 else { throw incomplete(first) }
    if let type = types["\(first) \(words[1])"] { return (type, 2) }
    throw unknown(words[1], after: first)
  }

  /// The specs whose names begin with `words`: one command, or all of a group.
  package func specs(matching words: [String]) -> [CommandSpec] {
    specs.filter { $0.path.starts(with: words) }
  }

  /// The names that can follow `group`.
  private func members(of group: String) -> [String] {
    specs.filter { $0.path.count > 1 && $0.path[0] == group }.map { $0.path[1] }
  }

  private func incomplete(_ group: String) -> CommandError {
    .usage("'\(group)' needs a second word", hint: "write: \(group) \(members(of: group).joined(separator: "|"))")
  }

  private func unknown(_ word: String, after group: String) -> CommandError {
    let names = members(of: group)
    let near = nearest(to: word, among: names).map { "did you mean '\(group) \($0)'?" }
    return CommandError(
      "unknown-command", "unknown command '\(group) \(word)'",
      hint: near ?? "write: \(group) \(names.joined(separator: "|"))")
  }

  private func unknown(_ word: String) -> CommandError {
    let near = Self.synonyms[word] ?? nearest(to: word, among: Set(specs.map { $0.path[0] }).sorted())
    let hint = near.map { "did you mean '\($0)'?" } ?? "'help' lists the commands"
    return CommandError("unknown-command", "unknown command '\(word.prefix(60))'", hint: hint)
  }
}
