/// The roots a command can belong to, by name.
package enum RootKind: String, Sendable, Hashable, CaseIterable {
  /// While nothing is known yet.
  case splash
  /// Signed out.
  case login
  /// Signed in.
  case home
}

/// One line of the command table: help, completion, argument checks and masking all come from it.
package struct CommandSpec: Sendable {
  /// The words that name the command, such as `["bus", "observe"]`.
  package let path: [String]
  /// The roots that offer it.
  package let roots: Set<RootKind>
  /// What it does, in one line, lower case, no full stop.
  package let summary: String
  /// More for its help page: paragraphs, already broken into lines.
  package let discussion: String
  /// What can stand after its name, in the order of the synopsis.
  package let parameters: [Parameter]
  /// The codes of its own failures; those that any command can have are left out.
  package let errors: [String]

  /// Declares a command. `name` is its words with blanks between.
  package init(
    _ name: String, roots: Set<RootKind> = Set(RootKind.allCases), summary: String, discussion: String = "",
    parameters: [Parameter] = [], errors: [String] = []
  ) {
    self.path = name.split(separator: " ").map(String.init)
    self.roots = roots
    self.summary = summary
    self.discussion = discussion
    self.parameters = parameters
    self.errors = errors
  }

  /// The command as it is typed.
  package var name: String { path.joined(separator: " ") }

  /// Whether a secret can stand in its line, so that stray words must not be shown.
  package var takesSecret: Bool { parameters.contains { $0.kind == .secret } }
}

/// One thing that can stand after a command's name.
package struct Parameter: Sendable, Equatable {
  /// How it is written.
  package enum Form: Sendable, Equatable {
    /// By position; `isRequired` false puts it in brackets, `isRepeated` takes the rest.
    case positional(isRequired: Bool, isRepeated: Bool)
    /// `--name VALUE` or `--name=VALUE`.
    case option
    /// `--name` alone.
    case flag
  }

  /// What its value is: decides checks, completion and masking.
  package enum Kind: Sendable, Equatable {
    case text, email, secret, number, duration, file, key, event, command
    /// One of these words.
    case choice([String])
  }

  /// The name: upper case for a positional, without dashes for the others.
  package let name: String
  /// How it is written.
  package let form: Form
  /// What its value is.
  package let kind: Kind
  /// One line for the help page.
  package let help: String

  /// Whether it is known by its position.
  package var isPositional: Bool {
    if case .positional = form { return true }
    return false
  }

  /// A value by position.
  package static func positional(
    _ name: String, _ kind: Kind = .text, optional: Bool = false, repeated: Bool = false, help: String = ""
  ) -> Parameter {
    Parameter(name: name, form: .positional(isRequired: !optional, isRepeated: repeated), kind: kind, help: help)
  }

  /// A value by name.
  package static func option(_ name: String, _ kind: Kind = .text, help: String = "") -> Parameter {
    Parameter(name: name, form: .option, kind: kind, help: help)
  }

  /// A switch.
  package static func flag(_ name: String, help: String = "") -> Parameter {
    Parameter(name: name, form: .flag, kind: .text, help: help)
  }
}
