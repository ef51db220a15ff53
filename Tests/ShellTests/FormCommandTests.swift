import Accounts
import AuthApp
import AuthBus
import Foundation
import LocalAccounts
import ShellLanguage
import Testing

@testable import Shell

/// The live sign-up form, line by line.
@MainActor
@Suite struct FormCommandTests {
  @Test func `000.5 form show prints the five values, and what is wanted`() async throws {
    let shell = try await TestShell()
    #expect(
      await shell.run("form show").output == """
        email     none
        password  none
        valid     no: there is no address; type: form email you@example.com
        user      none
        error     none

        """)
    _ = await shell.run("form email ada@example.com\nform password --password 'correct horse'")
    #expect(
      await shell.run("form show").output == """
        email     ada@example.com
        password  ••••••
        valid     yes
        user      none
        error     none

        """)
  }

  @Test func `000.5 as JSON they have the article's names`() async throws {
    let shell = try await TestShell()
    _ = await shell.run("form email ada@example.com\nform password --password 1234567")
    let form = try #require(try await shell.json("form show")["form"] as? [String: Any])
    #expect(form["email"] as? String == "ada@example.com" && form["password"] as? String == "••••••")
    #expect(form["isAuthenticationFormValid"] as? Bool == false)
    #expect(form["user"] is NSNull && form["error"] is NSNull)
    let problem = try #require(form["problem"] as? [String: String])
    #expect(problem["message"] == "the password has fewer than 8 characters")
  }

  @Test func `000.6 each edit says whether the form is valid, and why not`() async throws {
    let shell = try await TestShell()
    let result = await shell.run(
      """
      form email a@b.c
      form email a@b.co
      form password --password 1234567
      form password --password 12345678
      form email ''
      form clear
      """)
    #expect(
      result.output == """
        not valid yet: the address is not of the form name@example.com; type: form email you@example.com
        not valid yet: there is no password; type: form password
        not valid yet: the password has fewer than 8 characters; type: form password
        valid; try: form submit
        not valid yet: the address is not of the form name@example.com; type: form email you@example.com
        not valid yet: there is no address; type: form email you@example.com

        """)
  }

  @Test func `000.7 submit refuses with the reason while the form is not valid`() async throws {
    let shell = try await TestShell()
    _ = await shell.run("form email ada@example.com\nform password --password 1234567")
    let error = try #require(try await shell.json("form submit")["error"] as? [String: Any])
    #expect(error["code"] as? String == "invalid-form")
    #expect(error["message"] as? String == "the form is not valid: the password has fewer than 8 characters")
    #expect(await shell.run("server accounts").output == "no accounts yet\n")
  }

  @Test func `000.8 and 000.9 submit signs up, the bus swaps the root, and the form is gone`() async throws {
    let shell = try await TestShell()
    let result = await shell.run(
      """
      form email Ada@Example.com
      form password --password 'correct horse'
      present about
      present confirm
      form submit
      """)
    #expect(result.output.hasSuffix("signed up and signed in as ada@example.com\n"))
    #expect(shell.shell.app.root.name == "home" && shell.shell.app.window.navigation.modals.isEmpty)
    #expect(await shell.run("form show").errors.contains("'form show' belongs to the login root"))
    #expect(await shell.run("signout\nform show").output.contains("email     none\npassword  none\n"))
  }

  @Test func `000.8 a failure is told, shown by the form, and gone at the next edit`() async throws {
    let shell = try await TestShell()
    _ = await shell.run("signup ada@example.com --password hunter22\nsignout")
    _ = await shell.run("form email ada@example.com\nform password --password 'correct horse'")
    #expect(await shell.run("form submit").errors.contains("'ada@example.com' has an account already"))
    #expect(await shell.run("form show").output.contains("error     'ada@example.com' has an account already"))
    #expect(await shell.run("form email bob@example.com\nform show").output.contains("error     none"))
    #expect(await shell.run("form submit").exit == .success)
  }

  @Test func `000.10 Ctrl-C at the password cancels that field only`() async throws {
    let typist = Typist("correct horse")
    let shell = try await TestShell(asker: typist)
    #expect(await shell.run("form email ada@example.com\nform password").exit == .success)
    #expect(await shell.run("form password").errors.contains("cancelled; nothing was changed"))
    #expect(typist.prompts == ["Password for the form: ", "Password for the form: "])
    #expect(await shell.run("form submit").exit == .success)
  }

  @Test(arguments: ["form password", "signup bob@example.com", "signin bob@example.com"])
  func `P21 a password that is being typed is withdrawn when another root comes`(_ command: String) async throws {
    let slow = SlowTypist()
    let shell = try await TestShell(asker: slow, board: PromptBoard())
    let app = shell.shell.app
    async let outcome = shell.shell.execute(Statement(Array(command.utf8), line: 1))
    await slow.untilAsked()
    try await app.manager.login(.anonymous)
    guard case .failed(let error) = await outcome else {
      Issue.record("it went on")
      return
    }
    #expect(error.code == "cancelled" && error.message.contains("another root came up"))
    #expect(app.root.name == "home" && app.form == nil)
    #expect(try await shell.accounts.accounts(limit: 9).count == 1)
  }

  @Test func `the password appears neither in the events nor in what is printed`() async throws {
    let shell = try await TestShell()
    let result = await shell.run(
      """
      form email ada@example.com
      form password --password Gehe1mes-Wort
      form show
      form show --json
      form submit
      events --last 0 --json
      """)
    #expect(result.exit == .success && !(result.output + result.errors).contains("Gehe1mes"))
    _ = await shell.run("signout")
    for line in ["form password Gehe1mes-Wort", "form pasword Gehe1mes-Wort", "form password --pasword Gehe1mes-Wort"] {
      let mistyped = await shell.run(line)
      #expect(mistyped.exit == .commandFailed && !mistyped.errors.contains("Gehe1mes"), "\(mistyped.errors)")
    }
    #expect(!(await shell.run("events --last 0").output.contains("Gehe1mes")))
  }
}

/// A person who types and types until the question is withdrawn.
private final class SlowTypist: SecretAsking {
  private let asked = AsyncStream<Void>.makeStream()

  func ask(_ prompt: String) async throws(SecretUnavailable) -> String? {
    asked.continuation.finish()
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
    return nil
  }

  /// Waits until the question stands there.
  func untilAsked() async {
    for await _ in asked.stream {}
  }
}
