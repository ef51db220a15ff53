/// What keeps a sign-up form from being valid: the first thing to mend.
public enum FormProblem: Error, Equatable, Sendable {
  /// Nothing was typed as the address yet.
  case emailMissing
  /// The address is not of the form that the rule asks for.
  case emailMalformed
  /// Nothing was typed as the password yet.
  case passwordMissing
  /// The password has fewer characters than the form asks for.
  case passwordTooShort(minimum: Int)
}

/// What a sign-up form asks of its fields: more than ``AccountRules``, which are the service's. Source: the first part of
/// the registration article.
public enum FormRules {
  /// Characters a password needs, two more than the service asks for.
  public static let minimumPasswordLength = 8

  /// Whether all of `text` has the form of an address: ASCII letters, digits and `._%+-`, one `@`, a host, a dot, and 2 to
  /// 64 letters.
  public static func accepts(email text: String) -> Bool {
    // By scalars: as characters, the Kelvin sign would count as a K and a letter with an accent as one of its own.
    let address = #/[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,64}/#.matchingSemantics(.unicodeScalar)
    return text.wholeMatch(of: address) != nil
  }

  /// Whether the password is long enough, counted in characters as a person sees them.
  public static func accepts(password: Secret) -> Bool {
    password.reveal().count >= minimumPasswordLength
  }

  /// What is wrong with the two fields, the address first; `nil` when the form is valid. A field that is `nil` was not
  /// filled in.
  public static func problem(email: String?, password: Secret?) -> FormProblem? {
    guard let email else { return .emailMissing }
    guard accepts(email: email) else { return .emailMalformed }
    guard let password else { return .passwordMissing }
    guard accepts(password: password) else { return .passwordTooShort(minimum: minimumPasswordLength) }
    return nil
  }
}
