/// A way to log in: the embedded service, an OpenID provider, Firebase.
///
/// The four operations are those of the third article. Each ends exactly once, with a value or an ``AuthError``; none
/// posts, none writes settings, none touches the screen. All may be called from any thread and may wait.
///
/// ```swift
/// struct Guests: LoginRepository {
///   let name = "guests"
///   func login(_ credential: Credential) async throws(AuthError) -> Session { … }
///   func autoLogin(_ refreshToken: Secret) async throws(AuthError) -> Session { … }
///   func logout(_ refreshToken: Secret) async throws(AuthError) { … }
///   func userInfo(_ refreshToken: Secret) async throws(AuthError) -> Account { … }
/// }
/// ```
public protocol LoginRepository: Sendable {
  /// The key under which `lastLoginRepository` remembers it. Never derived from a type's name, so a rename breaks nothing.
  var name: String { get }
  /// Checks a credential and opens a session.
  func login(_ credential: Credential) async throws(AuthError) -> Session
  /// Checks a kept token and takes its session up again.
  func autoLogin(_ refreshToken: Secret) async throws(AuthError) -> Session
  /// Ends a session at the service. Ending one that is gone already is success.
  func logout(_ refreshToken: Secret) async throws(AuthError)
  /// What the service knows now about the session's owner; throws when the session is no longer accepted.
  func userInfo(_ refreshToken: Secret) async throws(AuthError) -> Account
}

/// A repository that can also make accounts with an e-mail address and a password.
public protocol AccountCreating: LoginRepository {
  /// Makes an account and opens its first session: signing up counts as being signed in.
  func createUser(email: String, password: Secret) async throws(AuthError) -> Session
}
