import Accounts
import LocalAccounts

/// What an owner asks meets faults as a sign-in does.
extension FaultyRepository {
  func refresh(_ refreshToken: Secret) async throws(AuthError) -> Session {
    try await counted { () async throws(AuthError) in try await self.service.refresh(refreshToken) }
  }

  func lookup(_ idToken: Secret) async throws(AuthError) -> Account {
    try await counted { () async throws(AuthError) in try await self.service.lookup(idToken) }
  }

  func reauthenticate(_ idToken: Secret, password: Secret) async throws(AuthError) -> Session {
    try await counted { () async throws(AuthError) in try await self.service.reauthenticate(idToken, password: password)
    }
  }

  func link(_ idToken: Secret, email: String, password: Secret) async throws(AuthError) -> Session {
    try await counted { () async throws(AuthError) in
      try await self.service.link(idToken, email: email, password: password)
    }
  }

  func update(_ idToken: Secret, displayName: String?, photoURL: String?) async throws(AuthError) -> Account {
    try await counted { () async throws(AuthError) in
      try await self.service.update(idToken, displayName: displayName, photoURL: photoURL)
    }
  }

  func changePassword(_ idToken: Secret, to password: Secret) async throws(AuthError) -> Session {
    try await counted { () async throws(AuthError) in try await self.service.changePassword(idToken, to: password) }
  }

  func deleteAccount(_ idToken: Secret) async throws(AuthError) {
    try await counted { () async throws(AuthError) in try await self.service.deleteAccount(idToken) }
  }

  func sendEmailVerification(_ idToken: Secret) async throws(AuthError) {
    try await counted { () async throws(AuthError) in try await self.service.sendEmailVerification(idToken) }
  }

  func sendEmailChange(_ idToken: Secret, to email: String) async throws(AuthError) {
    try await counted { () async throws(AuthError) in try await self.service.sendEmailChange(idToken, to: email) }
  }

  func sendPasswordReset(email: String) async throws(AuthError) {
    try await counted { () async throws(AuthError) in try await self.service.sendPasswordReset(email: email) }
  }

  func check(code: Secret) async throws(AuthError) -> ActionCode {
    try await counted { () async throws(AuthError) in try await self.service.check(code: code) }
  }

  func apply(code: Secret) async throws(AuthError) -> ActionCode {
    try await counted { () async throws(AuthError) in try await self.service.apply(code: code) }
  }

  func resetPassword(code: Secret, to password: Secret) async throws(AuthError) -> ActionCode {
    try await counted { () async throws(AuthError) in try await self.service.resetPassword(code: code, to: password) }
  }

  func sessions(_ idToken: Secret) async throws(AuthError) -> [SessionSummary] {
    try await counted { () async throws(AuthError) in try await self.service.sessions(idToken) }
  }

  func revokeSessions(_ idToken: Secret) async throws(AuthError) {
    try await counted { () async throws(AuthError) in try await self.service.revokeSessions(idToken) }
  }

  func profile(_ idToken: Secret) async throws(AuthError) -> Profile? {
    try await counted { () async throws(AuthError) in try await self.service.profile(idToken) }
  }

  func save(_ profile: Profile, _ idToken: Secret) async throws(AuthError) -> Profile {
    try await counted { () async throws(AuthError) in try await self.service.save(profile, idToken) }
  }
}
