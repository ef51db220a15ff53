internal import Foundation

/// What the account service itself asks of an address and a password; a form may ask for more.
public enum AccountRules {
  /// Characters a password needs, as the Identity Toolkit has it.
  public static let minimumPasswordLength = 6

  /// Bytes an address may have in UTF-8: the longest a mail server takes (RFC 5321).
  public static let maximumEmailLength = 254

  /// The form in which an address is kept and compared: lower case, composed.
  ///
  /// One `@` with something on both sides, nothing invisible; everything else is the mail server's business.
  /// - Throws: ``AuthError/invalidEmail``
  public static func canonicalEmail(_ text: String) throws(AuthError) -> String {
    let address = text.lowercased().precomposedStringWithCanonicalMapping
    let sides = address.split(separator: "@", omittingEmptySubsequences: false)
    guard sides.count == 2, sides.allSatisfy({ !$0.isEmpty }),
      address.utf8.count <= maximumEmailLength, address.unicodeScalars.allSatisfy(isVisible)
    else { throw .invalidEmail }
    return address
  }

  /// Refuses a password that is too short; characters are counted as a person sees them.
  /// - Throws: ``AuthError/weakPassword(minimum:)``
  public static func check(password: Secret) throws(AuthError) {
    guard password.reveal().count >= minimumPasswordLength else {
      throw .weakPassword(minimum: minimumPasswordLength)
    }
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: false
    default: true
    }
  }
}
