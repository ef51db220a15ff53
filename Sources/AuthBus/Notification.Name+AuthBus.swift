public import Foundation

extension Notification.Name {
  /// Somebody signed in or out: read the state again. A signal, so its payload is empty.
  public static let authStateDidChange = Self("authStateDidChange")
  /// What the account service itself posts; one capital letter apart from ``authStateDidChange``, and another name.
  public static let serviceAuthStateDidChange = Self("AuthStateDidChange")
  /// The ID token was renewed or replaced.
  public static let idTokenDidChange = Self("idTokenDidChange")
  /// The profile document of the present user was written.
  public static let profileDidChange = Self("profileDidChange")
  /// Another root is active.
  public static let rootDidChange = Self("rootDidChange")
  /// A key of the defaults was written, here or by another process.
  public static let defaultsDidChange = Self("defaultsDidChange")
  /// The sign-up form became valid, or ceased to be.
  public static let formValidationDidChange = Self("formValidationDidChange")

  /// Every name above, in that order.
  public static let authBusNames: [Self] = [
    .authStateDidChange, .serviceAuthStateDidChange, .idTokenDidChange, .profileDidChange, .rootDidChange,
    .defaultsDidChange, .formValidationDidChange,
  ]
}
