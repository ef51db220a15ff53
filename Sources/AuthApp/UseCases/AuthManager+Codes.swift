public import Accounts
import AuthBus

/// Codes that come by mail.
extension AuthManager {
  /// Asks for a code that proves the current user's address.
  public func sendEmailVerification() async throws(AppError) {
    try await gate.alone { () async throws(AppError) in
      try await ask { (service, token) async throws(AuthError) in try await service.sendEmailVerification(token) }
    }
  }

  /// Asks for a code, sent to `email`, that makes it the current user's address.
  public func sendEmailChange(to email: String) async throws(AppError) {
    try await gate.alone { () async throws(AppError) in
      try await ask { (service, token) async throws(AuthError) in try await service.sendEmailChange(token, to: email) }
    }
  }

  /// Spends a code that proves or changes an address, then looks whether the session has outlived that: a changed address
  /// ends it.
  public func apply(code: Secret) async throws(AppError) -> ActionCode {
    try await gate.alone { () async throws(AppError) in
      guard session != nil else { throw .auth(.noCurrentUser) }
      // Not in the session's name: a refusal speaks of the code's account, which may be another.
      let spent = try await askOutside { (service) async throws(AuthError) in try await service.apply(code: code) }
      if let account = try? await ask({ (service, token) async throws(AuthError) in try await service.lookup(token) }) {
        describe(account)
      }
      return spent
    }
  }

  /// Asks for a code that allows a new password. Nobody is told whether the address has an account.
  public func sendPasswordReset(email: String) async throws(AppError) {
    try await signedOut { (service) async throws(AuthError) in try await service.sendPasswordReset(email: email) }
  }

  /// What a code is for, without spending it.
  public func check(code: Secret) async throws(AppError) -> ActionCode {
    try await signedOut { (service) async throws(AuthError) in try await service.check(code: code) }
  }

  /// Spends a code for a new password; whoever had a session has none any more.
  @discardableResult
  public func resetPassword(code: Secret, to password: Secret) async throws(AppError) -> ActionCode {
    try await signedOut { (service) async throws(AuthError) in
      try await service.resetPassword(code: code, to: password)
    }
  }

  /// Asks the service without a session.
  private func signedOut<Value: Sendable>(
    _ question: @escaping @Sendable (any AccountService) async throws(AuthError) -> Value
  ) async throws(AppError) -> Value {
    try await gate.alone { () async throws(AppError) in try await askOutside(question) }
  }

  private func askOutside<Value: Sendable>(
    _ question: @escaping @Sendable (any AccountService) async throws(AuthError) -> Value
  ) async throws(AppError) -> Value {
    guard let service = services.repositories.lazy.compactMap({ $0 as? any AccountService }).first else {
      throw .auth(.operationNotAllowed)
    }
    return try await answer { () async throws(AuthError) in try await question(service) }
  }
}
