import Accounts
import AuthApp
import AuthBus
import Foundation
import Testing

/// The last article's observer: three states and no fourth.
@MainActor
@Suite struct AuthObserverTests {
  let bus = AuthBus(center: NotificationCenter())

  @Test func `004.1 it starts with no uid and not subscribed`() {
    let observer = AuthObserver(bus: bus, reading: { .unknown })
    #expect(observer.environment == AuthEnvironment())
    #expect(observer.environment.uid == nil && !observer.environment.subscribedAuth)
  }

  @Test func `004.2 the first callback sets both values in one step`() {
    let known = Known(.unknown)
    var seen: [AuthEnvironment] = []
    let observer = AuthObserver(bus: bus, reading: { known.state }, onChange: { seen.append($0) })
    known.state = .signedIn(uid: "ada", isVerified: true)
    bus.post(.authStateDidChange, by: "test")
    #expect(seen.map(\.rendering) == ["ada"])
    #expect(seen.last == observer.environment)
  }

  @Test func `004.2 its end takes it off the bus`() {
    var observer: AuthObserver? = AuthObserver(bus: bus, reading: { .signedOut })
    #expect(bus.observers.map(\.id) == [observer?.id])
    observer = nil
    #expect(bus.observers.isEmpty)
  }

  @Test func `004.3 a uid that is not subscribed is never seen, whatever happens in whatever order`() {
    let seed = ProcessInfo.processInfo.environment["AUTHSH_SEED"].flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
    print("AUTHSH_SEED=\(seed)")
    let random = SeededRandom(seed: seed)
    let known = Known(.unknown)
    var seen: [AuthEnvironment] = []
    var observer = AuthObserver(bus: bus, reading: { known.state }, onChange: { seen.append($0) })
    for _ in 0..<10_000 {
      switch random.bytes(1)[0] % 5 {
      case 0: known.state = .unknown
      case 1: known.state = .signedOut
      case 2: known.state = .signedIn(uid: "ada", isVerified: random.bytes(1)[0] % 2 == 0)
      case 3: known.state = .signedIn(uid: "bob", isVerified: true)
      default: observer = AuthObserver(bus: bus, reading: { known.state }, onChange: { seen.append($0) })
      }
      if random.bytes(1)[0] % 3 > 0 { bus.post(.authStateDidChange, by: "test") }
      seen.append(observer.environment)
    }
    #expect(seen.allSatisfy { $0.subscribedAuth || $0.uid == nil }, "seed \(seed)")
    #expect(Set(seen.map(\.rendering)) == ["unsubscribed auth", "nil", "ada", "bob"], "seed \(seed)")
  }

  @Test func `004.4 the app owns one observer, and what it says is what the manager knows`() async throws {
    let circle = try Circle()
    #expect(circle.app.environment == AuthEnvironment())
    await circle.app.start()
    #expect(circle.app.environment.subscribedAuth && circle.app.environment.uid == nil)
    try await circle.app.manager.login(.anonymous)
    #expect(circle.app.environment.uid == circle.uid)
    #expect(circle.bus.observers.count { $0.label == "AuthObserver" } == 1)
  }

  @Test(arguments: [
    (AuthState.unknown, "unsubscribed auth"), (.signedOut, "nil"), (.signedIn(uid: "ada", isVerified: true), "ada"),
  ])
  func `004.5 there are three renderings`(_ state: AuthState, _ rendering: String) {
    let observer = AuthObserver(bus: bus, reading: { state })
    bus.post(.authStateDidChange, by: "test")
    #expect(observer.environment.rendering == rendering)
  }

  @Test func `004.6 a view's own observer has a first callback of its own`() {
    let app = AuthObserver(bus: bus, reading: { .signedOut })
    var seen: [String] = []
    let view = AuthObserver(bus: bus, label: "view", reading: { .signedOut }, onChange: { seen.append($0.rendering) })
    #expect(seen == ["nil"] && view.environment == app.environment)
    #expect(bus.observers.map(\.label) == ["AuthObserver", "view"])
  }

  @Test func `004.7 it only observes: it posts, writes and swaps nothing`() async throws {
    let circle = try await Circle.signedIn()
    let deeds = circle.rows.filter { $0.actor == "AuthObserver" }.map(\.kind)
    #expect(Set(deeds) == [.observe, .remove, .deliver] || Set(deeds) == [.observe, .deliver])
  }

  @Test func `004 a signed-in person never passes through "subscribed, nil"`() async throws {
    let first = try await Circle.signedIn()
    let second = try Circle(on: first)
    var seen: [String] = []
    second.bus.observe(.authStateDidChange, by: "test") { _ in seen.append(second.app.environment.rendering) }
    await second.app.start()
    #expect(!seen.contains("nil"))
    #expect(second.app.environment.rendering == first.uid)
  }
}
