public import Accounts
import AuthBus

/// What the owner of an account changes about it.
extension AuthManager {
  /// Proves once more who is typing, so that what asks for a recent sign-in works again.
  @discardableResult
  public func reauthenticate(password: Secret) async throws(AppError) -> Account {
    try await trading { (service, token) async throws(AuthError) in
      try await service.reauthenticate(token, password: password)
    }
  }

  /// Gives an anonymous account an address and a password; its uid stays, and so does the root.
  @discardableResult
  public func link(email: String, password: Secret) async throws(AppError) -> Account {
    try await trading { (service, token) async throws(AuthError) in
      try await service.link(token, email: email, password: password)
    }
  }

  /// Changes the password. All other sessions end; this one goes on.
  @discardableResult
  public func changePassword(to password: Secret) async throws(AppError) -> Account {
    try await trading { (service, token) async throws(AuthError) in
      try await service.changePassword(token, to: password)
    }
  }

  /// Changes the name and the picture that others see, as far as they are given; `.some(nil)` takes one away.
  @discardableResult
  public func update(displayName: String?? = nil, photoURL: String?? = nil) async throws(AppError) -> Account {
    try await gate.alone { () async throws(AppError) in
      let account = try await asking { (service, token) async throws(AppError) in
        try await self.answer { () async throws(AuthError) in
          let present = try await service.lookup(token)
          return try await service.update(
            token, displayName: displayName ?? present.displayName, photoURL: photoURL ?? present.photoURL)
        }
      }
      describe(account)
      return account
    }
  }

  /// Removes the account at the service, then signs out here.
  public func deleteUser() async throws(AppError) {
    try await gate.alone { () async throws(AppError) in
      try await ask { (service, token) async throws(AuthError) in try await service.deleteAccount(token) }
      try await signOutHere(by: "delete")
    }
  }

  /// Ends all sessions of the account at the service, then signs out here. Without the service nothing happens.
  public func logoutEverywhere() async throws(AppError) {
    try await gate.alone { () async throws(AppError) in
      try await ask { (service, token) async throws(AuthError) in try await service.revokeSessions(token) }
      try await signOutHere(by: "logout")
    }
  }

  /// The open sessions of the account, the newest first.
  public func sessions() async throws(AppError) -> [SessionSummary] {
    try await gate.alone { () async throws(AppError) in
      try await ask { (service, token) async throws(AuthError) in try await service.sessions(token) }
    }
  }

  /// Asks one thing in the current user's name; the gate is held.
  func ask<Value: Sendable>(
    _ question: @escaping @Sendable (any AccountService, Secret) async throws(AuthError) -> Value
  ) async throws(AppError) -> Value {
    try await asking { (service, token) async throws(AppError) in
      try await self.answer { () async throws(AuthError) in try await question(service, token) }
    }
  }

  /// Asks for something that brings new tokens along.
  private func trading(
    _ question: @escaping @Sendable (any AccountService, Secret) async throws(AuthError) -> Session
  ) async throws(AppError) -> Account {
    try await gate.alone { () async throws(AppError) in
      while true {
        let isDone = try await asking { (service, token) async throws(AppError) in
          try await self.trade { (_) async throws(AuthError) in try await question(service, token) }
        }
        if isDone, let account = session?.account { return account }
      }
    }
  }

  /// Notes how the service describes the current user now.
  func describe(_ account: Account) {
    guard var session, session.account.uid == account.uid else { return }
    session.account = account
    adopt(.signedIn(uid: account.uid, isVerified: true), session: session, from: repositoryName)
  }
}
