import Accounts
import AuthApp
import AuthBus
import Foundation
import Testing

/// The registration article's view model: five published values, checked at every edit.
@MainActor
@Suite struct AuthenticationViewModelTests {
  private let bus = AuthBus(center: NotificationCenter())
  private let ada = Account(
    uid: "ada", email: "ada@example.com", createdAt: .distantPast, lastSignInAt: .distantPast,
    validSince: .distantPast)

  /// A form whose service answers with `answer`; `asked` counts.
  private func form(
    _ answer: Result<Account, AppError>? = nil, asked: Counter = Counter()
  ) -> AuthenticationViewModel {
    AuthenticationViewModel(bus: bus) { [ada] (_, _) async throws(AppError) in
      asked.count += 1
      return try (answer ?? .success(ada)).get()
    }
  }

  private func filled(_ form: AuthenticationViewModel) -> AuthenticationViewModel {
    form.edit(email: "ada@example.com")
    form.edit(password: Secret("correct horse"))
    return form
  }

  @Test func `000.5 at first there is nothing, and the form is not valid`() {
    let form = form()
    #expect(form.email == nil && form.password == nil && form.user == nil && form.error == nil)
    #expect(!form.isAuthenticationFormValid && form.problem == .emailMissing)
  }

  @Test func `000.6 each edit of either field is checked`() {
    let form = form()
    var verdicts: [Bool] = []
    func look() { verdicts.append(form.isAuthenticationFormValid) }
    form.edit(password: Secret("12345678"))
    look()
    for email in ["a@b.c", "a@b.co", "a@b.co\n", "a@b.com"] {
      form.edit(email: email)
      look()
    }
    for password in ["1234567", "12345678"] {
      form.edit(password: Secret(password))
      look()
    }
    form.edit(email: nil)
    look()
    #expect(verdicts == [false, false, true, false, true, false, true, false])
  }

  @Test func `000.6 the bus hears when the verdict changes, and only then`() {
    var seen: [Bool] = []
    let form = form()
    bus.observe(.formValidationDidChange, by: "test") { event in
      #expect(event.payload.isEmpty)
      seen.append(form.isAuthenticationFormValid)
    }
    form.edit(email: "ada@example.com")
    form.edit(password: Secret("1234567"))
    form.edit(password: Secret("12345678"))
    form.edit(password: Secret("123456789"))
    form.clear()
    form.clear()
    #expect(seen == [true, false])
  }

  @Test func `000.4 and 000.8 a submission yields the user or the error, and one of them only`() async {
    let asked = Counter()
    let good = filled(form(asked: asked))
    #expect(await good.createUser() == .success(ada))
    #expect(good.user == ada && good.error == nil && asked.count == 1)
    let bad = filled(form(.failure(.auth(.emailAlreadyInUse))))
    #expect(await bad.createUser() == .failure(.auth(.emailAlreadyInUse)))
    #expect(bad.user == nil && bad.error == .auth(.emailAlreadyInUse))
  }

  @Test func `000.7 a form that is not valid is not submitted, also when both fields are there`() async {
    let asked = Counter()
    let form = form(asked: asked)
    #expect(await form.createUser() == .refused(.emailMissing))
    form.edit(email: "ada@example.com")
    form.edit(password: Secret("1234567"))
    #expect(await form.createUser() == .refused(.passwordTooShort(minimum: 8)))
    #expect(asked.count == 0 && form.user == nil && form.error == nil)
  }

  @Test func `000.8 the error stays until the next edit or submission`() async {
    let form = filled(form(.failure(.auth(.networkRequestFailed))))
    await form.createUser()
    var errors: [AppError?] = []
    form.$error.follow { errors.append($0) }
    await form.createUser()
    form.edit(email: "ada@example.org")
    #expect(errors == [.auth(.networkRequestFailed), nil, .auth(.networkRequestFailed), nil])
  }

  @Test func `000.8 while one submission is under way another is refused`() async {
    let (gate, open) = AsyncStream<Void>.makeStream()
    let (began, begin) = AsyncStream<Void>.makeStream()
    let form = filled(
      AuthenticationViewModel(bus: bus) { [ada] (_, _) async throws(AppError) in
        begin.finish()
        for await _ in gate {}
        return ada
      })
    async let first = form.createUser()
    for await _ in began {}
    #expect(await form.createUser() == .refused(nil))
    open.finish()
    #expect(await first == .success(ada))
    #expect(await form.createUser() == .success(ada))
  }

  @Test func `a follower finds the new value, and hears nothing of one that stays`() {
    let form = form()
    var seen: [String?] = []
    form.$email.follow { [unowned form] email in
      #expect(form.email == email)
      seen.append(email)
    }
    form.edit(email: "a")
    form.edit(email: "a")
    form.edit(email: nil)
    #expect(seen == [nil, "a", nil])
  }

  @Test func `a password shows neither in the form's description nor in the journal`() {
    let form = filled(form())
    var dumped = "\(form) \(String(describing: form.password))"
    dump(form, to: &dumped)
    dumped += bus.journal.rows().map(\.json).joined()
    #expect(!dumped.contains("correct horse"))
  }
}

/// Counts for a closure that outlives the line it stands in.
@MainActor
final class Counter {
  var count = 0
}
