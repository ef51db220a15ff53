import Accounts
import AuthApp
import AuthBus
import AuthStorage
import Foundation
import Testing

/// Faults lie between the app and its service.
@MainActor
@Suite struct FaultTests {
  @Test func `every third request does not get through`() async throws {
    let circle = try await Circle.ada()
    circle.faults.settings.network = .every(3)
    var outcomes: [Bool] = []
    for _ in 1...6 { outcomes.append((try? await circle.manager.userInfo()) != nil) }
    #expect(outcomes == [true, true, false, true, true, false])
  }

  @Test func `a fault on one operation leaves the others alone`() async throws {
    let circle = try await Circle.ada()
    circle.faults.settings.network = .off
    circle.faults.settings.operation = .sessions
    _ = try await circle.manager.userInfo()
    await #expect(throws: AppError.auth(.networkRequestFailed)) { try await circle.manager.sessions() }
  }

  @Test func `latency delays, and nothing else`() async throws {
    let circle = try await Circle.ada()
    circle.faults.settings.latency = .milliseconds(30)
    let clock = ContinuousClock()
    let before = clock.now
    _ = try await circle.manager.userInfo()
    #expect(clock.now - before >= .milliseconds(30))
  }

  @Test func `P19 a restore without an answer leaves the splash root, with the reason`() async throws {
    let first = try await Circle.ada()
    let second = try Circle(on: first, restoreLimit: .milliseconds(500))
    second.faults.settings.restore = .never
    #expect(await second.app.start() == .unknown)
    #expect(second.root == .splash && second.manager.reason == .restoreTimeout(limit: .milliseconds(500)))
    second.faults.settings.restore = nil
    #expect(await second.app.restart() == .signedIn(uid: try #require(first.uid), isVerified: true))
  }

  @Test(arguments: [Duration.zero, .milliseconds(40)])
  func `P18 a restore that takes its time shows splash, never login`(_ delay: Duration) async throws {
    let first = try await Circle.ada()
    let second = try Circle(on: first)
    second.faults.settings.restore = .delayed(delay)
    await second.app.start()
    #expect(second.rows.roots == ["home"])
  }

  @Test func `P26 signing out works without the service`() async throws {
    let circle = try await Circle.ada()
    circle.faults.settings.network = .off
    try await circle.manager.logout()
    #expect(circle.root == .login)
  }
}
