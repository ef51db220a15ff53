package import AuthApp
package import ShellLanguage

/// The variables of a run: what `set` made, `env.*` and `run.*`, and the settings.
@MainActor
package struct Variables {
  private var values: [String: String] = [:]
  private let environment: [String: String]
  /// Differs in each run; a seeded random source repeats it.
  private let runID: String

  /// Starts with nothing set.
  package init(environment: [String: String], runID: String) {
    self.environment = environment
    self.runID = runID
  }

  /// The value of a variable, `nil` if there is none. An unset `env.X` is empty.
  package subscript(_ name: String) -> String? {
    if let value = values[name] { return value }
    if name.hasPrefix("env.") { return environment[String(name.dropFirst(4))] ?? "" }
    return name == "run.id" ? runID : nil
  }

  /// All that was set, by name.
  package var all: [(name: String, value: String)] { values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

  /// Sets a variable.
  package mutating func set(_ name: String, to value: String) { values[name] = value }

  /// The text of a word, its variables replaced. Expansion never splits a word.
  package func expand(_ word: Word) throws(ParseError) -> String {
    if let literal = word.literal { return literal }
    var text = ""
    for piece in word.pieces {
      switch piece {
      case .text(let part): text += part
      case .variable(let name, let offset):
        guard let value = self[name] else {
          let near = nearest(to: name, among: values.keys.sorted() + ["run.id"])
          throw ParseError(.unknownVariable(name, suggestion: near), at: offset..<offset + name.utf8.count + 3)
        }
        text += value
      }
    }
    return text
  }
}

/// A setting: a variable whose name starts with `authsh.`, with the values it takes.
@MainActor
package struct Setting {
  package let name: String
  package let summary: String
  package let values: [String]
  package let read: (App.Settings) -> String
  package let write: (inout App.Settings, String) -> Void

  /// Every setting there is.
  package static let all = [
    Setting(
      name: "authsh.controller.source", summary: "what AppController reads and which notification it observes",
      values: ControllerSource.allCases.map(\.rawValue), read: { $0.source.rawValue },
      write: { settings, text in settings.source = ControllerSource(rawValue: text) ?? settings.source }),
    Setting(
      name: "authsh.boot.check", summary: "whether showing the window runs the check by itself",
      values: BootCheck.allCases.map(\.rawValue), read: { $0.bootCheck.rawValue },
      write: { settings, text in settings.bootCheck = BootCheck(rawValue: text) ?? settings.bootCheck }),
    Setting(
      name: "authsh.transition", summary: "how one root gives way to the next; the events show it",
      values: Transition.allCases.map(\.rawValue), read: { $0.transition.rawValue },
      write: { settings, text in settings.transition = Transition(rawValue: text) ?? settings.transition }),
  ]
}
