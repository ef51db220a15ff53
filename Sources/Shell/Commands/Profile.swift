import Accounts
import AuthApp
import ShellLanguage

/// `profile show`: the document `users/<uid>`.
struct ProfileShow: Command {
  static let spec = CommandSpec(
    "profile show", roots: [.home], summary: "show the profile, fetched anew",
    discussion: "The profile is a document of its own, users/<uid>, kept apart from the account: 'account show'.",
    errors: Fails.inSession)

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let found = try await shell.using { manager async throws(AppError) in try await manager.loadProfile() }
    guard let found else {
      return Output("no profile yet; make one: profile set name NAME", json: ["profile": .null])
    }
    return Output(found.text, json: ["profile": found.json])
  }
}

/// `profile set FIELD VALUE`: changes the document, or makes it.
struct ProfileSet: Command {
  static let spec = CommandSpec(
    "profile set", roots: [.home], summary: "change a field of the profile",
    discussion:
      "A profile that is missing, as after a sign-up whose upload failed, is made by this. id and email are fixed.",
    parameters: [
      .positional("FIELD", .choice(["username", "name", "bio", "profileImageUrl"])), .positional("VALUE"),
    ], errors: Fails.inSession + ["invalid-argument"])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let (field, value) = (call["FIELD"], call["VALUE"])
    return try await shell.saveProfile { $0.set(field, to: value) }
  }
}

/// `profile unset FIELD`: takes an optional field away.
struct ProfileUnset: Command {
  static let spec = CommandSpec(
    "profile unset", roots: [.home], summary: "take an optional field of the profile away",
    parameters: [.positional("FIELD", .choice(["bio", "profileImageUrl"]))], errors: Fails.inSession)

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let field = call["FIELD"]
    return try await shell.saveProfile { $0.set(field, to: nil) }
  }
}

extension Shell {
  fileprivate func saveProfile(_ change: @escaping @Sendable (inout Profile) -> Void) async throws(CommandError)
    -> Output
  {
    let saved = try await using { manager async throws(AppError) in try await manager.saveProfile(change) }
    return Output("", json: ["profile": saved.json])
  }
}

extension Profile {
  fileprivate mutating func set(_ field: String, to value: String?) {
    switch field {
    case "username": username = value ?? ""
    case "name": name = value ?? ""
    case "bio": bio = value
    default: profileImageUrl = value
    }
  }

  /// The document for a person.
  var text: String {
    var table = Table()
    table.add(["id", id])
    table.add(["email", email.isEmpty ? "none (anonymous)" : email])
    table.add(["username", username])
    table.add(["name", name])
    if let bio { table.add(["bio", bio]) }
    if let profileImageUrl { table.add(["profileImageUrl", profileImageUrl]) }
    return table.text
  }

  var json: JSONValue {
    [
      "id": .string(id), "email": .string(email), "username": .string(username), "name": .string(name),
      "bio": .optional(bio), "profileImageUrl": .optional(profileImageUrl),
    ]
  }
}
