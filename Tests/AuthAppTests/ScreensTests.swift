import Accounts
import AuthApp
import AuthBus
import AuthStorage
import Foundation
import LocalAccounts
import Testing

/// The screens over a root: what they leave on the bus, and what becomes of them when the root changes.
@MainActor
@Suite struct ScreensTests {
  @Test func `screens are pushed and popped, modals presented and dismissed, and each step is a row`() async throws {
    let circle = try await Circle.started()
    let controller = circle.app.controller
    let rows = await circle.rows {
      controller.open(.settings)
      controller.open(.about)
      controller.present(.confirm)
      #expect(circle.app.window.navigation.screens == [.settings, .about])
      #expect(circle.app.window.navigation.modals == [.confirm] && circle.app.window.navigation.depth == 3)
      #expect(controller.dismiss() == .confirm && controller.dismiss() == nil)
      #expect(controller.close() == .about && controller.close() == .settings && controller.close() == nil)
    }
    let kinds: Set<JournalRow.Kind> = [.push, .pop, .present, .dismiss]
    #expect(
      rows.filter { kinds.contains($0.kind) }.map(\.sentence) == [
        "push settings by open: 2 screens", "push about by open: 3 screens", "present confirm by present: 1 modal",
        "dismiss confirm by dismiss: 0 modals", "pop about by close: 2 screens", "pop settings by close: 1 screen",
      ])
    #expect(circle.root == .login && rows.roots.isEmpty)
  }

  @Test func `a screen has an observer of its own, told at once and then of each change`() async throws {
    let circle = try await Circle.signedIn()
    circle.app.controller.open(.profile)
    #expect(circle.app.window.environments.screens.map(\.uid) == [circle.uid])
    #expect(circle.bus.observers.last?.label == "profile" && circle.bus.observers.last?.name == .authStateDidChange)
  }

  @Test(arguments: ControllerSource.allCases)
  func `P07 five times opened and closed, the observers are back at their baseline`(_ source: ControllerSource)
    async throws
  {
    let circle = try await Circle.signedIn(source: source)
    let controller = circle.app.controller
    let baseline = circle.bus.observers
    for _ in 1...5 {
      for screen in Screen.allCases { controller.open(screen) }
      controller.present(.confirm)
      #expect(circle.bus.observers.count == baseline.count + Screen.allCases.count + 1)
      controller.dismiss()
      while controller.close() != nil {}
    }
    #expect(circle.bus.observers == baseline)
    #expect(circle.bus.post(source.notification, by: "test").delivered == 2)
  }

  @Test func `P07 a swap of the root and a restart take every screen's observer along`() async throws {
    let circle = try await Circle.signedIn()
    let baseline = circle.bus.observers.count
    circle.app.controller.open(.settings)
    circle.app.controller.present(.confirm)
    try await circle.app.manager.logout()
    #expect(circle.bus.observers.count == baseline && circle.app.window.navigation.depth == 1)
    circle.app.controller.open(.settings)
    circle.app.controller.present(.confirm)
    await circle.app.restart()
    #expect(circle.bus.observers.count == baseline)
    circle.app.controller.open(.settings)
    circle.app.stop()
    #expect(circle.bus.observers.isEmpty)
  }

  @Test(arguments: ControllerSource.allCases)
  func `P05 tokens, and the same verdict again, leave the stack as it is`(_ source: ControllerSource) async throws {
    let circle = try await Circle.signedIn(source: source)
    circle.app.controller.open(.settings)
    circle.app.controller.present(.confirm)
    let stack = circle.app.window.navigation
    let rows = try await circle.rows {
      circle.bus.post(.idTokenDidChange, by: "a refreshed token")
      circle.bus.post(.authStateDidChange, by: "the same verdict")
      circle.bus.post(.serviceAuthStateDidChange, by: "the same verdict")
      _ = try await circle.app.manager.userInfo()
      circle.app.controller.check()
    }
    #expect(circle.app.window.navigation == stack)
    #expect(!rows.contains { [.root, .dismiss, .pop].contains($0.kind) })
  }

  @Test func `P21 when the session ends under modals they go first, the top one first, and leave no ghost`()
    async throws
  {
    let circle = try await Circle.signedIn()
    circle.app.controller.open(.security)
    circle.app.controller.present(.about)
    circle.app.controller.present(.confirm)
    let before = circle.app.window.navigation.instance
    _ = try await circle.service.revoke(try #require(circle.uid))
    let rows = await circle.rows {
      await #expect(throws: AppError.auth(.userTokenExpired)) { try await circle.app.manager.userInfo() }
    }
    #expect(
      rows.firstMissing(
        of: "deliver authStateDidChange by AppController", "dismiss confirm by AppController",
        "dismiss about by AppController", "root login by AppController") == nil)
    let navigation = circle.app.window.navigation
    #expect(navigation.root == .login && navigation.instance == before + 1)
    #expect(navigation.screens.isEmpty && navigation.modals.isEmpty)
  }

  @Test func `P21 nobody's own observer sees a modal over the new root`() async throws {
    let circle = try await Circle.signedIn()
    circle.app.controller.present(.confirm)
    var seen: [NavigationStack] = []
    for name in [Notification.Name.authStateDidChange, .rootDidChange] {
      circle.bus.observe(name, by: "test") { _ in seen.append(circle.app.window.navigation) }
    }
    try await circle.app.manager.logout()
    #expect(seen.count == 2 && seen.allSatisfy { $0.root == .login && $0.modals.isEmpty })
  }

  @Test func `before there is a window nothing can be opened`() {
    let controller = AppController(bus: AuthBus(center: NotificationCenter()))
    controller.open(.settings)
    controller.present(.confirm)
    #expect(controller.close() == nil && controller.dismiss() == nil)
  }
}
