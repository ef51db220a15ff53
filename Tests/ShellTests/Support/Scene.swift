/// What leads to a failure: lines that succeed, a line that fails, and what happens just before it, whether it succeeds or not.
///
/// `CODE` stands for the code of the newest mail, `UID` for the uid of the oldest account.
struct Scene {
  var before: [String] = []
  var line: String
  var after: [String] = []

  /// Stands for Ctrl-C.
  static let interrupt = "^C"
  private static let form = ["form email bob@example.com", "form password --password secret12"]
  private static let offline = ["fault network off", "restart"]
  private static let ann = "signup ann@example.com --password secret1"
  private static let bob = "server create bob@example.com --password secret1"

  /// Lines that succeed when nothing is in the way, and need somebody signed in.
  private static let home = [
    "whoami": "whoami", "account show": "account show", "account set": "account set displayName Ann",
    "account unset": "account unset photoUrl", "account link": "account link new@example.com --password secret1",
    "profile show": "profile show", "profile set": "profile set bio hello", "profile unset": "profile unset bio",
    "email verify": "email verify", "email change": "email change new@example.com",
    "password change": "password change --password secret2", "reauth": "reauth --password secret1",
    "token show": "token show", "token refresh": "token refresh", "token decode": "token decode",
    "sessions": "sessions", "delete": "delete", "signout": "signout --everywhere",
  ]
  /// The same for nobody signed in.
  private static let login = [
    "signup": "signup ann@example.com --password secret1", "signin": "signin bob@example.com --password secret1",
    "password reset": "password reset bob@example.com", "password confirm": "password confirm CODE --password secret2",
    "server create": "server create ann@example.com --password secret1",
  ]

  /// The scene that brings `command` to fail with `code`; `nil` when nobody has written one.
  init?(_ command: String, _ code: String) {
    if let scene = Self.single["\(command) \(code)"] {
      self = scene
    } else if command.hasPrefix("server "), code == "user-not-found" {
      self.init(line: "\(command) nobody@example.com")
    } else if let line = Self.home[command] {
      self.init(before: [command == "account link" ? "signin --anonymous" : Self.ann], line: line)
      guard befall(code, whoever: command == "account link" ? nil : "ann@example.com") else { return nil }
    } else if let line = Self.login[command] {
      self.init(
        before: [Self.bob] + (command == "password confirm" ? ["password reset bob@example.com"] : []), line: line)
      guard befall(code, whoever: "bob@example.com") else { return nil }
    } else {
      return nil
    }
  }

  private init(before: [String] = [], line: String, after: [String] = []) {
    (self.before, self.line, self.after) = (before, line, after)
  }

  /// Lets `code` befall the line; whether it is known how.
  private mutating func befall(_ code: String, whoever person: String?) -> Bool {
    let words = line.split(separator: " ").map(String.init)
    let withoutPassword = line.replacing(/\ --password \S+/, with: "")
    switch code {
    case "network-request-failed": after = ["fault network off"]
    case "user-token-expired": after = ["server revoke \(person ?? "UID")"]
    case "user-disabled": after = ["server disable \(person ?? "UID")"]
    case "cancelled": line = withoutPassword
    case "file-unreadable": line = withoutPassword + " --password-file /nowhere/at/all"
    case "invalid-email": line = words.map { $0.contains("@") ? "nobody" : $0 }.joined(separator: " ")
    case "weak-password": line = line.replacing(/--password \S+/, with: "--password short")
    case "invalid-credential": line = line.replacing(/--password \S+/, with: "--password wrong-one")
    case "too-many-requests":
      after = Array(repeating: line.replacing(/--password \S+/, with: "--password wrong-one"), count: 5)
    case "email-already-in-use":
      if !before.contains(Self.bob) { before.append(Self.bob) }
      line = words.map { $0.contains("@") ? "bob@example.com" : $0 }.joined(separator: " ")
    case "requires-recent-login": after = ["clock advance 6m"]
    case "no-such-provider": before = ["signin --anonymous"]
    case "expired-action-code": after = ["clock advance 4d"]
    case "invalid-action-code": line = line.replacing("CODE", with: "bogus-code")
    default: return false
    }
    return true
  }

  /// Cells that no general way leads to.
  private static let single: [String: Scene] = [
    "account link provider-already-linked": Scene(before: [ann], line: "account link x@example.com --password secret1"),
    "account set invalid-argument": Scene(
      before: [ann], line: "account set displayName \(String(repeating: "x", count: 2_000))"),
    "profile set invalid-argument": Scene(
      before: [ann], line: "profile set bio \(String(repeating: "x", count: 70_000))"),
    "token decode invalid-argument": Scene(before: [ann], line: "token decode bogus-code"),
    "email verify invalid-action-code": Scene(before: [ann], line: "email verify bogus-code"),
    "email verify expired-action-code": Scene(
      before: [ann, "email verify"], line: "email verify CODE", after: ["clock advance 4d"]),
    "email verify email-already-in-use": Scene(
      before: [ann, "email change bob@example.com"], line: "email verify CODE", after: [bob]),
    // Only a session that was restored offline has no ID token at hand.
    "token show network-request-failed": Scene(before: [ann], line: "token show", after: offline),
    "token show user-token-expired": Scene(
      before: [ann], line: "token show", after: offline + ["fault clear", "server revoke ann@example.com"]),
    "token show user-disabled": Scene(
      before: [ann], line: "token show", after: offline + ["fault clear", "server disable ann@example.com"]),
    "token decode network-request-failed": Scene(before: [ann], line: "token decode", after: offline),
    "token decode user-token-expired": Scene(
      before: [ann], line: "token decode", after: offline + ["fault clear", "server revoke ann@example.com"]),
    "token decode user-disabled": Scene(
      before: [ann], line: "token decode", after: offline + ["fault clear", "server disable ann@example.com"]),
    "close no-screen": Scene(line: "close"),
    "dismiss no-modal": Scene(line: "dismiss"),
    "form password cancelled": Scene(line: "form password"),
    "form password file-unreadable": Scene(line: "form password --password-file /nowhere/at/all"),
    "form submit invalid-form": Scene(before: ["form email ann@example.com"], line: "form submit"),
    "form submit network-request-failed": Scene(before: form, line: "form submit", after: ["fault network off"]),
    "form submit email-already-in-use": Scene(before: form, line: "form submit", after: [bob]),
    "signout no-current-user": Scene(line: "signout"),
    "defaults read no-such-key": Scene(line: "defaults read nothing"),
    "defaults delete no-such-key": Scene(line: "defaults delete nothing"),
    "restart restore-timeout": Scene(before: [ann, "fault restore never"], line: "restart"),
    "source script-failed": Scene(line: "source /etc/passwd"),
    "source cancelled": Scene(line: "source /dev/null", after: [interrupt]),
    "source file-unreadable": Scene(line: "source /nowhere/at/all"),
  ]
}
