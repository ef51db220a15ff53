public import Accounts
public import AuthBus

/// The live sign-up form of the registration article: two fields, checked at every edit, and what became of a submission.
///
/// It neither swaps the root nor writes anything: a sign-up that succeeds posts, and ``AppController`` hears it.
@MainActor
public final class AuthenticationViewModel {
  /// Makes an account and signs its owner in.
  public typealias Create = @MainActor (_ email: String, _ password: Secret) async throws(AppError) -> Account

  /// How a submission ended.
  public enum Outcome: Sendable, Equatable {
    /// Nothing was asked of the service; `nil` while an earlier submission is under way.
    case refused(FormProblem?)
    /// The account was made.
    case success(Account)
    /// The service or the disk said no.
    case failure(AppError)
  }

  /// What was typed as the address; `nil` before the first edit.
  @Published public private(set) var email: String?
  /// What was typed as the password; `nil` before the first edit.
  @Published public private(set) var password: Secret?
  /// Whether both fields are as the form wants them. The bus posts `formValidationDidChange` when it changes.
  @Published public private(set) var isAuthenticationFormValid = false
  /// Who was signed up.
  @Published public private(set) var user: Account?
  /// Why the last submission failed; gone at the next edit or submission.
  @Published public private(set) var error: AppError?

  private let bus: AuthBus
  private let create: Create
  private var isSubmitting = false

  /// An empty form that signs people up with `create`.
  public init(bus: AuthBus, create: @escaping Create) {
    self.bus = bus
    self.create = create
  }

  /// What is wrong with the form, `nil` when it is valid.
  public var problem: FormProblem? { FormRules.problem(email: email, password: password) }

  /// Types an address.
  public func edit(email: String?) {
    self.email = email
    validate()
  }

  /// Types a password.
  public func edit(password: Secret?) {
    self.password = password
    validate()
  }

  /// Empties both fields and forgets the failure.
  public func clear() {
    (email, password) = (nil, nil)
    validate()
  }

  /// Submits the form. It ends in exactly one way; a form that is not valid is not submitted, whoever asks for it.
  @discardableResult
  public func createUser() async -> Outcome {
    guard !isSubmitting else { return .refused(nil) }
    guard let email, let password, isAuthenticationFormValid else { return .refused(problem) }
    isSubmitting = true
    defer { isSubmitting = false }
    error = nil
    do throws(AppError) {
      let account = try await create(email, password)
      user = account
      return .success(account)
    } catch {
      self.error = error
      return .failure(error)
    }
  }

  /// Empties the form because its root is gone: nobody is told, since nobody can see it any more.
  func wipe() {
    (email, password, error, isAuthenticationFormValid) = (nil, nil, nil, false)
  }

  /// Looks at both fields after every edit.
  private func validate() {
    error = nil
    let isValid = problem == nil
    guard isValid != isAuthenticationFormValid else { return }
    isAuthenticationFormValid = isValid
    bus.post(.formValidationDidChange, by: "form")
  }
}

extension App {
  /// The sign-up form of the login root, empty at first; another root has none, and the next login root has another one.
  public var form: AuthenticationViewModel? {
    guard root == .login else { return nil }
    let manager = manager
    return window.form {
      AuthenticationViewModel(bus: bus) { (email, password) async throws(AppError) in
        try await manager.createUser(email: email, password: password)
      }
    }
  }
}
