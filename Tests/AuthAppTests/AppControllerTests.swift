import Accounts
import AuthApp
import AuthBus
import Foundation
import Testing

/// The first article's controller: it registers, shows, checks and swaps. Claims are numbered as in the article's list.
@MainActor
@Suite struct AppControllerTests {
  let bus = AuthBus(center: NotificationCenter())

  @Test func `002.2 the one controller registers when it is made, before there is a window`() async throws {
    #expect(AppController.shared === AppController.shared)
    #expect(AuthBus.shared.observers.contains { $0.label == "AppController" && $0.name == .authStateDidChange })
    let rows = try await Circle.started().rows
    #expect(
      rows.firstMissing(of: "observe authStateDidChange by AppController", "window attach by AppController") == nil)
  }

  @Test func `002.3 the registration takes posts of any sender`() {
    let controller = AppController(bus: bus)
    #expect(bus.observers.map(\.filter) == ["any"])
    let known = Known(.signedOut)
    controller.show(in: Window(), reading: StateReader(state: { known.state }))
    known.state = .signedIn(uid: "ada", isVerified: true)
    bus.post(.authStateDidChange, from: self.bus, by: "test")
    #expect(controller.root == .home(uid: "ada"))
  }

  @Test func `002.4 show attaches the window, shows it and checks once, before it returns`() {
    let controller = AppController(bus: bus)
    let window = Window()
    controller.show(in: window, reading: StateReader(state: { .signedOut }))
    #expect(window.isVisible && window.navigation.root == .login && controller.checks == 1)
    let missing = bus.journal.rows().firstMissing(
      of: "observe authStateDidChange", "window attach", "visible window", "check state", "root login")
    #expect(missing == nil)
  }

  @Test(arguments: [
    (AuthState.unknown, Root.splash), (.signedOut, .login),
    (.signedIn(uid: "ada", isVerified: false), .home(uid: "ada")),
  ])
  func `002.5 each state has its root`(_ state: AuthState, _ root: Root) {
    let controller = AppController(bus: bus)
    controller.show(in: Window(), reading: StateReader(state: { state }))
    #expect(controller.root == root)
  }

  @Test func `002.6 one place swaps the root, and the window's root is always the controller's`() async throws {
    let circle = try await Circle.signedIn()
    #expect(circle.app.window.navigation.root == circle.root)
    try await circle.app.manager.logout()
    #expect(circle.app.window.navigation.root == .login)
    let swaps = circle.rows.filter { $0.kind == .root }
    #expect(swaps.map(\.subject) == ["login", "home", "login"])
    #expect(swaps.allSatisfy { $0.actor == "AppController" && $0.thread == "main" })
  }

  @Test func `002.7 each swap makes a fresh stack of one screen`() async throws {
    let circle = try await Circle.started()
    var stacks = [circle.app.window.navigation]
    try await circle.app.manager.login(.anonymous)
    stacks.append(circle.app.window.navigation)
    try await circle.app.manager.logout()
    stacks.append(circle.app.window.navigation)
    #expect(stacks.map(\.depth) == [1, 1, 1])
    #expect(stacks.map(\.instance) == [2, 3, 4])
  }

  @Test func `002.9 the controller reads the state and not the notification`() {
    let controller = AppController(bus: bus)
    controller.show(in: Window(), reading: StateReader(state: { .signedOut }))
    bus.post(.authStateDidChange, by: "test", payload: ["uid": "mallory"])
    #expect(controller.root == .login && controller.checks == 2)
  }

  @Test func `002.11 post returns after the root was swapped`() {
    let controller = AppController(bus: bus)
    let known = Known(.signedOut)
    controller.show(in: Window(), reading: StateReader(state: { known.state }))
    known.state = .signedIn(uid: "ada", isVerified: true)
    #expect(bus.post(.authStateDidChange, by: "test").delivered == 1)
    #expect(controller.root == .home(uid: "ada"))
    let missing = bus.journal.rows().firstMissing(
      of: "post authStateDidChange by test", "root home", "return authStateDidChange by test")
    #expect(missing == nil)
  }

  @Test func `002.d the window has a root before it is visible`() {
    let window = Window()
    #expect(!window.isVisible && window.navigation.root == .splash)
  }

  @Test func `002.e a post before there is a window swaps nothing, and the next check makes up for it`() {
    let controller = AppController(bus: bus)
    bus.post(.authStateDidChange, by: "early")
    #expect(controller.root == .splash && controller.checks == 0)
    controller.show(in: Window(), reading: StateReader(state: { .signedIn(uid: "ada", isVerified: true) }))
    #expect(controller.root == .home(uid: "ada"))
  }

  @Test func `002.f whoever posts, from whichever thread, the root is swapped on the main actor`() async throws {
    let controller = AppController(bus: bus)
    let known = Known(.signedOut)
    controller.show(in: Window(), reading: StateReader(state: { known.state }))
    known.state = .signedIn(uid: "ada", isVerified: true)
    await withCheckedContinuation { posted in
      let bus = bus
      Thread.detachNewThread {
        bus.postPastTheBus(.authStateDidChange)
        // Behind the post in the main queue, which is first in, first out.
        DispatchQueue.main.async { posted.resume() }
      }
    }
    #expect(controller.root == .home(uid: "ada"))
    let rows = bus.journal.rows()
    #expect(rows.contains { $0.kind == .hop && $0.thread != "main" })
    #expect(rows.filter { $0.kind == .root }.allSatisfy { $0.thread == "main" })
  }

  @Test func `002.19 a controller that is done listens no more`() {
    let controller = AppController(bus: bus)
    controller.show(in: Window(), reading: StateReader(state: { .signedOut }))
    controller.invalidate()
    controller.invalidate()
    bus.post(.authStateDidChange, by: "test")
    #expect(controller.checks == 1 && bus.observers.isEmpty)
  }
}
