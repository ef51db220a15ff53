import Accounts
import AuthApp
import AuthBus
import AuthStorage
import Foundation

/// A service of your own; this one lets everybody in as the same guest.
struct Guests: LoginRepository {
  let name = "guests"
  let guest = Account(uid: "guest", createdAt: .now, lastSignInAt: .now, validSince: .now)

  func login(_ credential: Credential) async throws(AuthError) -> Session {
    Session(account: guest, refreshToken: Secret("a token of your service"))
  }
  func autoLogin(_ refreshToken: Secret) async throws(AuthError) -> Session { try await login(.anonymous) }
  func logout(_ refreshToken: Secret) async throws(AuthError) {}
  func userInfo(_ refreshToken: Secret) async throws(AuthError) -> Account { guest }
}

@MainActor
func runYourApp(in home: Home, on bus: AuthBus = .shared) async throws {
  try home.prepare()
  let app = App(AppParts(home: home, bus: bus, repositories: [Guests()]))
  // Kept as long as you want to hear; AppController has swapped the root before you are called.
  let screens = bus.subscribe(.rootDidChange, by: "screens") { _ in print("show", app.root.name) }
  await app.start()  // splash, then login; home at once if the last run ended signed in
  if app.manager.currentUser == nil {
    try await app.manager.login(.anonymous, with: "guests")
  }
  for row in bus.journal.rows() { print(row.text) }
  screens.cancel()
  app.stop()
}
