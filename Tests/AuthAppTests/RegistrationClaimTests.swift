import Accounts
import AuthApp
import AuthBus
import AuthStorage
import Foundation
import Testing

/// The registration article: the order of a start, the check that may be repeated, the fade, and the modals that go first.
@MainActor
@Suite struct RegistrationClaimTests {
  @Test func `000.1 the window is set up and shown, and then the check runs`() async throws {
    let rows = try await Circle.started().rows
    #expect(rows.firstMissing(of: "window attach", "visible window", "check state", "root login") == nil)
  }

  @Test(arguments: [true, false])
  func `000.2 the check called twice swaps once, signed in or signed out`(_ isSignedIn: Bool) async throws {
    let circle = isSignedIn ? try await Circle.signedIn() : try await Circle.started()
    let (swaps, stack) = (circle.rows.roots.count, circle.app.window.navigation)
    circle.app.controller.check()
    circle.app.controller.check()
    #expect(circle.rows.roots.count == swaps && circle.app.window.navigation == stack)
  }

  @Test func `000.3 with the fade each swap stands between fade-out and fade-in`() async throws {
    let circle = try Circle()
    circle.app.settings.transition = .fade
    await circle.app.start()
    try await circle.app.manager.login(.anonymous)
    let steps = circle.rows.filter { [.transition, .root].contains($0.kind) }
    #expect(steps.map(\.subject) == ["fade-out", "login", "fade-in", "fade-out", "home", "fade-in"])
    #expect(steps.allSatisfy { $0.actor == "AppController" && $0.thread == "main" })
  }

  @Test func `000.3 without it there is none, and a check that swaps nothing fades nothing`() async throws {
    let plain = try await Circle.signedIn()
    #expect(!plain.rows.contains { $0.kind == .transition })
    plain.app.settings.transition = .fade
    await plain.app.restart()
    let rows = await plain.rows { plain.app.controller.check() }
    #expect(!rows.contains { $0.kind == .transition })
  }

  @Test func `000.9 a sign-up under two modals takes them down, and only then is home set`() async throws {
    let circle = try await Circle.started()
    let form = try #require(circle.app.form)
    circle.app.controller.present(.about)
    circle.app.controller.present(.confirm)
    form.edit(email: "ada@example.com")
    form.edit(password: Secret("correct horse"))
    let rows = await circle.rows { await form.createUser() }
    #expect(
      rows.firstMissing(
        of: "post authStateDidChange by createUser", "dismiss confirm by AppController",
        "dismiss about by AppController", "root home by AppController") == nil)
    #expect(rows.roots == ["home"] && circle.app.window.navigation.modals.isEmpty)
  }

  @Test func `000.9 the first nil of user is told and changes nothing`() async throws {
    let circle = try await Circle.started()
    let form = try #require(circle.app.form)
    var seen: [(user: String?, root: String)] = []
    let rows = await circle.rows { form.$user.follow { seen.append(($0?.email, circle.root.name)) } }
    #expect(rows.isEmpty && seen.map(\.user) == [nil] && circle.root == .login)
    form.edit(email: "ada@example.com")
    form.edit(password: Secret("correct horse"))
    await form.createUser()
    #expect(seen.map(\.user) == [nil, "ada@example.com"] && seen.map(\.root) == ["login", "home"])
  }

  @Test func `P21 the form goes with its root, secrets too, and the next login root has an empty one`() async throws {
    let circle = try await Circle.started()
    let form = try #require(circle.app.form)
    #expect(circle.app.form === form)
    form.edit(email: "ada@example.com")
    form.edit(password: Secret("half-typed secret"))
    let posts = try await circle.rows { try await circle.app.manager.login(.anonymous) }
    #expect(form.email == nil && form.password == nil && !form.isAuthenticationFormValid)
    #expect(!posts.contains { $0.kind == .post && $0.subject == "formValidationDidChange" })
    #expect(circle.app.form == nil)
    try await circle.app.manager.logout()
    let next = try #require(circle.app.form)
    #expect(next !== form && next.email == nil && next.password == nil)
    next.edit(password: Secret("half-typed secret"))
    await circle.app.restart()
    #expect(next.password == nil && circle.app.form !== next)
  }

  @Test func `P21 news that swap nothing leave what was typed`() async throws {
    let circle = try await Circle.started()
    let form = try #require(circle.app.form)
    form.edit(email: "ada@example.com")
    circle.bus.post(.authStateDidChange, by: "test")
    circle.app.controller.check()
    #expect(circle.app.form === form && form.email == "ada@example.com")
  }
}
