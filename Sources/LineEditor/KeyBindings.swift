internal import CEdit

/// What a key's command tells libedit to do next.
enum EditResult: UInt8 {
  /// The screen is right as it is.
  case done = 0
  /// The line is complete.
  case newline = 1
  /// There will be no more keys.
  case end = 2
  /// Draw the line again.
  case refresh = 4
  /// Nothing can be done: ring the bell.
  case failed = 6
}

/// The keys of the prompt, as data.
enum KeyBindings {
  /// Our own commands: name, what `bind -l` says of it, and the function.
  static let commands: [(name: String, help: String, run: cedit_command)] = [
    ("authsh-cancel", "Forget the line", cancelKey),
    ("authsh-suspend", "Stop the shell until it is continued", suspendKey),
    ("authsh-complete", "Complete the word", completeKey),
    ("authsh-paste", "Insert pasted text", pasteKey),
    ("authsh-backspace", "Delete the character to the left", backspaceKey),
  ]

  /// Keys in libedit's notation. Terminals differ in what Home, End and the arrows send; all known forms are here.
  static let keys: [(command: String, keys: [String])] = [
    ("authsh-cancel", ["^C"]),
    ("authsh-suspend", ["^Z"]),
    ("authsh-complete", ["^I"]),
    ("authsh-paste", [#"\e[200~"#]),
    ("authsh-backspace", ["^?", "^H"]),
    ("em-inc-search-prev", ["^R"]),
    ("em-inc-search-next", ["^S"]),
    ("ed-delete-prev-word", ["^W"]),
    ("ed-search-prev-history", [#"\e[A"#, #"\eOA"#]),
    ("ed-search-next-history", [#"\e[B"#, #"\eOB"#]),
    ("ed-next-char", [#"\e[C"#, #"\eOC"#]),
    ("ed-prev-char", [#"\e[D"#, #"\eOD"#]),
    ("em-next-word", [#"\e[1;5C"#, #"\e[5C"#, #"\eOc"#, #"\e[1;3C"#]),
    ("ed-prev-word", [#"\e[1;5D"#, #"\e[5D"#, #"\eOd"#, #"\e[1;3D"#]),
    ("ed-move-to-beg", [#"\e[H"#, #"\eOH"#, #"\e[1~"#, #"\e[7~"#]),
    ("ed-move-to-end", [#"\e[F"#, #"\eOF"#, #"\e[4~"#, #"\e[8~"#]),
    ("ed-delete-next-char", [#"\e[3~"#]),
  ]

  /// Gives `edit` the commands and the keys.
  static func install(in edit: OpaquePointer) {
    for command in commands { _ = cedit_add(edit, command.name, command.help, command.run) }
    for (command, keys) in keys {
      for key in keys { _ = cedit_bind(edit, key, command) }
    }
  }
}
