/// Sets of codes that many commands share: the rows of the closed table command x code.
///
/// Besides what its spec lists, any command can fail with `usage`, `syntax`, `unknown-command`, `wrong-root` and, in an account store or
/// settings that cannot be used, `store-unreadable`.
enum Fails {
  /// Whatever asks the account service through the app.
  static let asking = ["network-request-failed"]
  /// Whatever asks it in a session's name.
  static let inSession = asking + ["user-token-expired", "user-disabled"]
  /// Whatever takes a password.
  static let takingPassword = ["cancelled", "file-unreadable"]
  /// Whatever makes an account or gives one an address and a password.
  static let making = ["invalid-email", "weak-password", "email-already-in-use"]
  /// Codes that need no declaration.
  static let anywhere = ["usage", "syntax", "unknown-command", "wrong-root", "store-unreadable"]
}
