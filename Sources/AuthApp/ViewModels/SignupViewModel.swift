public import Accounts

/// The sign-up screen of the profile article: four fields, handed to the manager and emptied once the account is made.
///
/// Where the article empties them after a failure too, they stay here: what was typed is not to be typed again.
@MainActor
public final class SignupViewModel {
  /// Makes an account and its profile document.
  public typealias Create =
    @MainActor (_ email: String, _ password: Secret, _ name: String, _ username: String) async throws(AppError) ->
    Account

  /// The address.
  public var email = ""
  /// The password.
  public var password = Secret("")
  /// The name to show.
  public var name = ""
  /// The name others find the person by.
  public var username = ""

  private let create: Create

  /// An empty form that signs people up with `create`.
  public init(create: @escaping Create) { self.create = create }

  /// Waits for the manager, then empties all four fields. After a failure they are as they were.
  @discardableResult
  public func submit() async throws(AppError) -> Account {
    let account = try await create(email, password, name, username)
    (email, password, name, username) = ("", Secret(""), "", "")
    return account
  }
}
