import Accounts
import AuthApp
import ShellLanguage

/// `whoami`: asks the service who is signed in, so a session that was ended there is noticed here.
struct WhoAmI: Command {
  static let spec = CommandSpec(
    "whoami", roots: [.home], summary: "ask the service who is signed in",
    discussion: "A session that the service refuses ends here too: the login root comes back with the reason.",
    errors: Fails.inSession)

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let email = shell.app.manager.currentUser?.email
    do {
      let user = try await shell.app.manager.userInfo()
      return .user(user, "\(shell.userName)\nuid \(user.uid)")
    } catch {
      throw CommandError(error, email: email)
    }
  }
}

extension Account {
  /// The account as every command's JSON shows it.
  var json: JSONValue {
    [
      "uid": .string(uid), "email": .optional(email), "emailVerified": .bool(isEmailVerified),
      "disabled": .bool(isDisabled), "anonymous": .bool(isAnonymous), "displayName": .optional(displayName),
      "photoUrl": .optional(photoURL), "providers": .array(providers.map { .string($0) }),
      "createdAt": .date(createdAt), "lastSignInAt": .date(lastSignInAt),
    ]
  }
}
