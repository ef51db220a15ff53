import Accounts
import AuthApp
import ShellLanguage

/// `form show`: the five values of the live sign-up form.
struct FormShow: Command {
  static let spec = FormCommand.spec("show", "show the sign-up form, and what it still wants")

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let form = try FormCommand.form(shell)
    var table = Table()
    table.add(["email", form.email.map { presentable($0) } ?? "none"])
    table.add(["password", form.password.map { "\($0)" } ?? "none"])
    table.add(["valid", FormCommand.verdict(form)])
    table.add(["user", form.user.map { $0.email ?? $0.uid } ?? "none"])
    table.add(["error", form.error.map { CommandError($0, email: form.email).text } ?? "none"])
    return Output(table.text, json: FormCommand.json(form))
  }
}

/// `form email ADDRESS`: types the first field.
struct FormEmail: Command {
  static let spec = FormCommand.spec(
    "email", "type the address into the sign-up form", parameters: [.positional("ADDRESS", .email)])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let form = try FormCommand.form(shell)
    form.edit(email: call["ADDRESS"])
    return FormCommand.output(form)
  }
}

/// `form password`: types the second field.
struct FormPassword: Command {
  static let spec = FormCommand.spec(
    "password", "type the password into the sign-up form",
    note: "\n\n" + SecretSources.discussion + "\nCtrl-C at the prompt leaves both fields as they are.",
    parameters: SecretSources.parameters, errors: Fails.takingPassword)

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let form = try FormCommand.form(shell)
    let password = try await shell.password(for: call, prompt: "Password for the form: ", isNew: false)
    // Another root has another form, or none: what was typed for this one goes nowhere.
    guard shell.app.form === form else { throw Shell.rootChangedMeanwhile }
    form.edit(password: Secret(password))
    return FormCommand.output(form)
  }
}

/// `form submit`: signs up with what was typed, if the form is valid.
struct FormSubmit: Command {
  static let spec = FormCommand.spec(
    "submit", "sign up with what stands in the form",
    errors: Fails.asking + ["invalid-form", "email-already-in-use"])

  /// The bus, not this command, swaps the root; the form goes with the old one.
  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let form = try FormCommand.form(shell)
    let email = form.email
    switch await form.createUser() {
    case .success(let user): return .user(user, "signed up and signed in as \(shell.userName)")
    case .failure(let error): throw CommandError(error, email: email)
    case .refused(let problem?): throw CommandError(problem)
    case .refused(nil): throw CommandError("invalid-form", "the form is being submitted already")
    }
  }
}

/// `form clear`: empties both fields.
struct FormClear: Command {
  static let spec = FormCommand.spec("clear", "empty the sign-up form")

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let form = try FormCommand.form(shell)
    form.clear()
    return FormCommand.output(form)
  }
}

/// What the commands on the form share.
@MainActor
enum FormCommand {
  private static let discussion = """
    The form is checked at each edit, by rules of its own: an address of ASCII letters, digits and ._%+-, one @ and an
    ending of 2 to 64 letters; a password of 8 characters or more. The service itself takes more addresses, and passwords
    of 6. It belongs to the login root: another root wipes it. 'formValidationDidChange' tells when it becomes valid.
    """

  static func spec(
    _ verb: String, _ summary: String, note: String = "", parameters: [Parameter] = [], errors: [String] = []
  ) -> CommandSpec {
    CommandSpec(
      "form \(verb)", roots: [.login], summary: summary, discussion: discussion + note, parameters: parameters,
      errors: errors)
  }

  /// The form of the root on show; the spec lets no other root come here.
  static func form(_ shell: Shell) throws(CommandError) -> AuthenticationViewModel {
    guard let form = shell.app.form else { throw Shell.rootChangedMeanwhile }
    return form
  }

  /// `yes`, or why not and what to type.
  static func verdict(_ form: AuthenticationViewModel) -> String {
    form.problem.map { "no: \($0.sentence); \($0.hint)" } ?? "yes"
  }

  /// What an edit led to.
  static func output(_ form: AuthenticationViewModel) -> Output {
    let text = form.problem.map { "not valid yet: \($0.sentence); \($0.hint)" } ?? "valid; try: form submit"
    return Output(text, json: json(form))
  }

  /// The five values by the article's names, and the reason.
  static func json(_ form: AuthenticationViewModel) -> [String: JSONValue] {
    [
      "form": [
        "email": .optional(form.email), "password": .optional(form.password?.description),
        "isAuthenticationFormValid": .bool(form.isAuthenticationFormValid), "user": form.user?.json ?? .null,
        "error": .optional(form.error.map { CommandError($0).code }),
        "problem": form.problem.map { ["message": .string($0.sentence), "hint": .string($0.hint)] } ?? .null,
      ]
    ]
  }
}

extension FormProblem {
  /// What is wrong, in a few words.
  fileprivate var sentence: String {
    switch self {
    case .emailMissing: "there is no address"
    case .emailMalformed: "the address is not of the form name@example.com"
    case .passwordMissing: "there is no password"
    case .passwordTooShort(let minimum): "the password has fewer than \(minimum) characters"
    }
  }

  /// What to type.
  fileprivate var hint: String {
    switch self {
    case .emailMissing, .emailMalformed: "type: form email you@example.com"
    case .passwordMissing, .passwordTooShort: "type: form password"
    }
  }
}

extension CommandError {
  /// Words for a form that cannot be submitted.
  fileprivate init(_ problem: FormProblem) {
    self.init("invalid-form", "the form is not valid: \(problem.sentence)", hint: problem.hint)
  }
}
