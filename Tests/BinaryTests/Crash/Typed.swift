/// A command of the stream.
enum Typed: Equatable, CustomStringConvertible {
  case signUp(email: String)
  case signIn(email: String)
  case anonymous
  case signOut
  case write(key: String, Int)

  /// The line.
  var description: String {
    switch self {
    case .signUp(let email): "signup \(email) --password hunter22"
    case .signIn(let email): "signin \(email) --password hunter22"
    case .anonymous: "signin --anonymous"
    case .signOut: "signout"
    case .write(let key, let value): "defaults write \(key) \(value)"
    }
  }
}

/// What authsh has answered for, and must know after any crash.
struct Promises {
  /// The uid of each address that has an account.
  var owners: [String: String] = [:]
  /// The anonymous accounts.
  var anonymous: Set<String> = []
  /// The settings.
  var settings: [String: Int] = [:]
  /// Who is signed in.
  var person: String?
  /// Anonymous accounts that were signed out, and so have no session left.
  var ended: Set<String> = []

  /// Takes over what an answer says.
  mutating func keep(_ command: Typed, answer: Answer) throws {
    guard answer.error == nil else { throw Loss("'\(command)' was answered with \(answer.error ?? "")") }
    switch command {
    case .signOut:
      if let person, anonymous.contains(person) { ended.insert(person) }
      person = nil
    case .write(let key, let value): settings[key] = value
    case .signUp, .signIn, .anonymous: person = try adopt(command, answer)
    }
  }

  /// Whether `command`, had it taken effect, explains that `answer` tells of its user; whoever is new becomes known.
  mutating func explains(_ command: Typed?, _ answer: Answer) -> Bool {
    guard let command, let uid = try? adopt(command, answer) else { return false }
    person = uid
    return true
  }

  private mutating func adopt(_ command: Typed, _ answer: Answer) throws -> String {
    guard let uid = answer.uid else { throw Loss("'\(command)' told of nobody") }
    switch command {
    case .signUp(let email) where answer.email == email && owners[email] == nil: owners[email] = uid
    case .signIn(let email) where owners[email] == uid: break
    case .anonymous where answer.email == nil && !anonymous.contains(uid): anonymous.insert(uid)
    default: throw Loss("'\(command)' told of \(uid), \(answer.email ?? "anonymous")")
    }
    return uid
  }
}

/// Something that was promised and is not so.
struct Loss: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

/// One object of `--json`.
struct Answer: @unchecked Sendable {
  // The dictionary comes fresh from the reader of JSON and is never changed.
  let fields: [String: Any]

  private var user: [String: Any]? { fields["user"] as? [String: Any] ?? fields["account"] as? [String: Any] }
  var uid: String? { user?["uid"] as? String }
  var email: String? { user?["email"] as? String }
  var root: String? { fields["root"] as? String }
  var sessions: Int? { fields["sessions"] as? Int }
  var error: String? { (fields["error"] as? [String: Any])?["code"] as? String }
}
