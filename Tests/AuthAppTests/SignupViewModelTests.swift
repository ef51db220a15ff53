import Accounts
import AuthApp
import Foundation
import Testing

/// The profile article's sign-up screen, and its one manager.
@MainActor
@Suite struct SignupViewModelTests {
  private let ada = Account(
    uid: "ada", email: "ada@example.com", createdAt: .distantPast, lastSignInAt: .distantPast,
    validSince: .distantPast)

  private func fill(_ form: SignupViewModel) {
    form.email = "ada@example.com"
    form.password = Secret("correct horse")
    form.name = "Ada"
    form.username = "ada"
  }

  @Test func `001.11 it waits for the manager with all four, and then empties them`() async throws {
    var asked: [String] = []
    let form = SignupViewModel { [ada] (email, password, name, username) async throws(AppError) in
      asked = [email, password.reveal(), name, username]
      return ada
    }
    fill(form)
    #expect(try await form.submit() == ada)
    #expect(asked == ["ada@example.com", "correct horse", "Ada", "ada"])
    #expect(form.email.isEmpty && form.password.isEmpty && form.name.isEmpty && form.username.isEmpty)
  }

  @Test func `001.11 after a failure nothing has to be typed again`() async {
    let form = SignupViewModel { (_, _, _, _) async throws(AppError) in throw .auth(.emailAlreadyInUse) }
    fill(form)
    await #expect(throws: AppError.auth(.emailAlreadyInUse)) { try await form.submit() }
    #expect(form.email == "ada@example.com" && form.password == Secret("correct horse"))
    #expect(form.name == "Ada" && form.username == "ada")
  }

  @Test func `001.12 two references to the singleton are one object`() async throws {
    let (first, second) = (AuthManager.shared, AuthManager.shared)
    #expect(first === second)
    // A value would be a copy, and what one learns the other would not know.
    let circle = try await Circle.started()
    let (here, there) = (circle.app.manager, circle.app.manager)
    try await here.login(.anonymous)
    #expect(there.currentUser != nil && there.currentUser == here.currentUser)
  }
}
