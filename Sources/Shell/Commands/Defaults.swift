import AuthApp
import AuthBus
import AuthStorage
import Foundation
import ShellLanguage

/// `defaults read [KEY]`: what the plist says.
struct DefaultsRead: Command {
  static let spec = CommandSpec(
    "defaults read", summary: "show the settings, or one of them",
    parameters: [.positional("KEY", .key, optional: true)], errors: ["no-such-key"])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    try shell.requireReadableDefaults()
    let defaults = shell.app.defaults
    guard let key = call.value("KEY") else {
      let all = defaults.dictionaryRepresentation()
      var table = Table()
      for (key, value) in all.sorted(by: { $0.key < $1.key }) { table.add([key, value.text]) }
      return Output(table.text, json: ["values": .object(all.mapValues(\.json))])
    }
    guard let value = defaults.object(forKey: key) else { throw shell.noSuchKey(key) }
    return Output(value.text, json: ["key": .string(key), "value": value.json])
  }
}

/// `defaults write KEY VALUE`: writes the plist, as anybody with an editor could.
struct DefaultsWrite: Command {
  static let spec = CommandSpec(
    "defaults write", summary: "set a key of the settings",
    discussion: """
      A plain VALUE becomes a boolean (true, false, yes, no), a whole number, a real number or text; --string keeps text.
      isSignIn is a claim, not a credential: setting it true without a session leads to the login root at the next start.
      """,
    parameters: [
      .positional("KEY", .key), .positional("VALUE"),
      .flag("string", help: "keep VALUE as text, whatever it looks like"),
    ])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    try shell.requireReadableDefaults()
    guard !call["KEY"].isEmpty else { throw .usage("KEY is empty", hint: "write: defaults write color blue") }
    let value: PropertyListValue = call.has("string") ? .string(call["VALUE"]) : .guessed(from: call["VALUE"])
    shell.app.defaults.set(value, forKey: call["KEY"])
    try await shell.flushDefaults()
    return Output("", json: ["key": .string(call["KEY"]), "value": value.json])
  }
}

/// `defaults delete KEY`: removes a key.
struct DefaultsDelete: Command {
  static let spec = CommandSpec(
    "defaults delete", summary: "remove a key of the settings", parameters: [.positional("KEY", .key)],
    errors: ["no-such-key"])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    try shell.requireReadableDefaults()
    guard shell.app.defaults.object(forKey: call["KEY"]) != nil else { throw shell.noSuchKey(call["KEY"]) }
    shell.app.defaults.removeObject(forKey: call["KEY"])
    try await shell.flushDefaults()
    return Output("", json: ["key": .string(call["KEY"])])
  }
}

/// `defaults path`: where the plist is.
struct DefaultsPath: Command {
  static let spec = CommandSpec("defaults path", summary: "show where the settings file is")

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let path = shell.app.parts.home.defaultsPath
    return Output(path, json: ["path": .string(path)])
  }
}

/// `defaults repair`: sets an unreadable plist, and a session that cannot be read, aside.
struct DefaultsRepair: Command {
  static let spec = CommandSpec(
    "defaults repair", summary: "set unreadable settings aside and start afresh",
    discussion: """
      The old file is kept beside the new one; so is a kept session that cannot be read. Without settings there is no session: \
      sign in again afterwards.
      """)

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let kept: [String]
    do { kept = try await shell.app.manager.repair() } catch { throw CommandError(error) }
    guard !kept.isEmpty else { return Output("the settings are fine; nothing to repair", json: ["kept": []]) }
    _ = await shell.restart()
    let text = kept.map { "kept the old file as \($0)" }.joined(separator: "\n")
    return Output(text, json: ["kept": .array(kept.map { .string($0) })])
  }
}

extension Shell {
  /// Unreadable settings are not empty settings.
  func requireReadableDefaults() throws(CommandError) {
    if case .unreadable(let error) = app.defaults.condition { throw CommandError(error) }
  }

  func noSuchKey(_ key: String) -> CommandError {
    let near = nearest(to: key, among: app.defaults.dictionaryRepresentation().keys.sorted())
    return CommandError(
      "no-such-key", "the settings have no key '\(key)'",
      hint: near.map { "did you mean '\($0)'?" } ?? "'defaults read' lists them")
  }

  /// Writes to disk, announces it, and lets the app follow, as it follows another process's write.
  func flushDefaults() async throws(CommandError) {
    do { try await app.manager.flushDefaults() } catch { throw CommandError(error) }
    app.bus.post(.defaultsDidChange, by: "defaults")
  }
}

extension PropertyListValue {
  /// What a bare word most likely means.
  static func guessed(from text: String) -> PropertyListValue {
    switch text.lowercased() {
    case "true", "yes": return .boolean(true)
    case "false", "no": return .boolean(false)
    default: break
    }
    if let number = Int(text) { return .integer(number) }
    if text.contains(where: \.isNumber), let number = Double(text), number.isFinite { return .real(number) }
    return .string(text)
  }

  /// The value for a person, on one line.
  var text: String {
    switch self {
    case .string(let text): text
    default: json.line.trimmingQuotes
    }
  }

  var json: JSONValue {
    switch self {
    case .string(let text): .string(text)
    case .integer(let number): .integer(number)
    case .unsigned(let number): .real(Double(number))
    case .real(let number): .real(number)
    case .boolean(let flag): .bool(flag)
    case .date(let date): .date(date)
    case .data(let data): .string(data.base64EncodedString())
    case .array(let values): .array(values.map(\.json))
    case .dictionary(let members): .object(members.mapValues(\.json))
    }
  }
}

extension String {
  fileprivate var trimmingQuotes: String {
    hasPrefix("\"") && hasSuffix("\"") && count > 1 ? String(dropFirst().dropLast()) : self
  }
}
