import ShellLanguage

/// `help [COMMAND]`: from the command table.
struct Help: Command {
  static let spec = CommandSpec(
    "help", summary: "list the commands, or explain one",
    parameters: [.positional("COMMAND", .command, optional: true, repeated: true)])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let words = call.all("COMMAND")
    if words.isEmpty { return overview(in: shell) }
    let specs = shell.table.specs(matching: words)
    if specs.isEmpty { _ = try shell.table.find(words) }
    return Self.page(for: specs)
  }

  private func overview(in shell: Shell) -> Output {
    let here = shell.table.specs(of: shell.rootKind)
    let elsewhere = shell.table.specs.filter { !$0.roots.contains(shell.rootKind) }
    var text = "You are on the \(shell.rootKind.rawValue) root: \(shell.whereItStands).\n\n" + Self.list(here)
    if !elsewhere.isEmpty { text += "\n\nOn another root:\n" + Self.list(elsewhere) }
    text += "\n\n'help COMMAND' explains one; --json after any command gives JSON."
    let names = here.map { JSONValue.string($0.name) }
    return Output(text, json: ["root": .string(shell.rootKind.rawValue), "commands": .array(names)])
  }

  private static func list(_ specs: [CommandSpec]) -> String {
    var table = Table()
    for spec in specs { table.add(["  \(spec.name)", spec.summary]) }
    return table.text
  }

  /// The help page of one command, or a list of a group's.
  static func page(for specs: [CommandSpec]) -> Output {
    guard specs.count == 1, let spec = specs.first else {
      return Output(list(specs), json: ["commands": .array(specs.map { .string($0.name) })])
    }
    var text = "\(spec.synopsis)\n  \(spec.summary)"
    if spec.roots.count < RootKind.allCases.count {
      text += "\n  on the \(spec.roots.map(\.rawValue).sorted().joined(separator: " and ")) root"
    }
    let explained = spec.parameters.filter { !$0.help.isEmpty }
    if !explained.isEmpty {
      var table = Table()
      for parameter in explained {
        let name = parameter.isPositional ? parameter.name : "--\(parameter.name)"
        table.add(["  \(name)", parameter.help])
      }
      text += "\n\n" + table.text
    }
    if !spec.discussion.isEmpty { text += "\n\n" + spec.discussion.trimmingLineEnd }
    if !spec.errors.isEmpty { text += "\n\nfails with \(spec.errors.joined(separator: ", "))" }
    return Output(
      text,
      json: [
        "errors": .array(spec.errors.map { .string($0) }), "command": .string(spec.name),
        "synopsis": .string(spec.synopsis), "summary": .string(spec.summary),
      ])
  }
}

extension String {
  fileprivate var trimmingLineEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}
