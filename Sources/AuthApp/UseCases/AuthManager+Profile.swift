public import Accounts
import AuthBus

/// The profile document, kept apart from the account: shown only as the service has it.
extension AuthManager {
  /// Fetches the document anew; `nil` when the service has none.
  @discardableResult
  public func loadProfile() async throws(AppError) -> Profile? {
    try await gate.alone { () async throws(AppError) in
      do throws(AppError) {
        let found = try await ask { (service, token) async throws(AuthError) in try await service.profile(token) }
        settle(found.map(ProfileState.saved) ?? .missing)
        return found
      } catch {
        settle(.failed(error))
        throw error
      }
    }
  }

  /// Changes the document and saves it; only then it is shown. A missing one is made first.
  @discardableResult
  public func saveProfile(_ change: @escaping @Sendable (inout Profile) -> Void) async throws(AppError) -> Profile {
    try await gate.alone { () async throws(AppError) in
      let blank = blankProfile()
      let saved = try await ask { (service, token) async throws(AuthError) in
        var document = try await service.profile(token) ?? blank
        change(&document)
        return try await service.save(document, token)
      }
      settle(.saved(saved))
      return saved
    }
  }

  /// Saves the document of an account that was just made; a failure is left in ``profile``. The gate is held.
  func uploadFirstProfile(username: String?, name: String?) async {
    var document = blankProfile()
    document.username = username ?? document.username
    document.name = name ?? document.name
    do throws(AppError) {
      let upload = document
      settle(
        .saved(try await ask { (service, token) async throws(AuthError) in try await service.save(upload, token) }))
    } catch {
      settle(.failed(error))
    }
  }

  /// Begins to fetch the document of somebody who has just come home, without holding anything up.
  func loadProfileIfUnknown() {
    guard case .signedIn(_, isVerified: true) = state, profile == .none, repositoryName.map(hasProfiles) == true else {
      return
    }
    profile = .loading
    profileLoad = Task.immediate {
      // Somebody may have signed out, or loaded it, while this waited.
      if profile == .loading { _ = try? await loadProfile() }
      profileLoad = nil
    }
  }

  private func hasProfiles(_ name: String) -> Bool { repository(named: name) is any AccountService }

  private func blankProfile() -> Profile {
    let email = currentUser?.email ?? ""
    let local = String(email.prefix { $0 != "@" })
    return Profile(id: currentUser?.uid ?? "", email: email, username: local, name: local)
  }

  private func settle(_ found: ProfileState) {
    guard session != nil, found != profile else { return }
    profile = found
    services.bus.journal.record(.note, "profile \(found.name)", by: "AuthManager", detail: currentUser?.uid ?? "")
    services.bus.post(.profileDidChange, by: "AuthManager")
  }
}
