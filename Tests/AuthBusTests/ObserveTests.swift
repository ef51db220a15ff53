import AuthBus
import Foundation
import Testing

@MainActor
@Suite struct ObserveTests {
  // Fact 1 of Foundation on Linux: its order is another one in each process.
  @Test func `observers are called in order of registration`() {
    let bench = Bench()
    for index in 0..<100 { bench.observe(by: "\(index)") }
    bench.bus.post(.authStateDidChange)
    #expect(bench.seen == (0..<100).map { "\($0) 1" })
  }

  // Fact 2: there, the second removal kills whoever got the recycled key.
  @Test func `a second removal of the same id touches nobody else`() {
    let bench = Bench()
    let first = bench.observe(by: "first")
    #expect(bench.bus.remove(first) == .removed)
    let second = bench.observe(by: "second")
    #expect(bench.bus.remove(first) == .alreadyRemoved)
    bench.bus.post(.authStateDidChange)
    #expect(bench.seen == ["second 1"])
    #expect(second > first)
  }

  @Test(arguments: [0, 2, .max] as [UInt64])
  func `removing an id that never was says so`(raw: UInt64) {
    let bench = Bench()
    bench.observe(by: "only")
    #expect(bench.bus.remove(ObserverID(rawValue: raw)) == .neverExisted)
    #expect(bench.bus.observers.map(\.label) == ["only"])
    #expect(bench.journal.rows(last: 1).map(\.detail) == ["id \(raw) neverExisted"])
  }

  @Test func `removing from an empty bus finds nothing`() {
    #expect(Bench().bus.remove(ObserverID(rawValue: 1)) == .neverExisted)
  }

  // Fact 3: there, the address of a dead sender matches the next object that gets it.
  @Test func `a filter keeps its sender alive and matches no other`() {
    let bench = Bench()
    weak var kept: Window?
    var id: ObserverID?
    do {
      let window = Window("window1")
      kept = window
      id = bench.observe(from: window, by: "filtered")
    }
    #expect(kept != nil)
    for index in 0..<48 { bench.bus.post(.authStateDidChange, from: Window("new \(index)")) }
    #expect(bench.seen.isEmpty)
    bench.bus.post(.authStateDidChange, from: kept)
    #expect(bench.seen == ["filtered 49"])
    if let id { bench.bus.remove(id) }
    #expect(bench.bus.remove(ObserverID(rawValue: 1)) == .alreadyRemoved)
  }

  @Test func `a removed observer lets its sender and block go`() {
    let bench = Bench()
    weak var sender: Window?
    weak var captured: Window?
    let id: ObserverID
    do {
      let (window, other) = (Window("w"), Window("captured"))
      (sender, captured) = (window, other)
      id = bench.bus.observe(.authStateDidChange, from: window, by: "x") { _ in _ = other }
    }
    bench.bus.post(.authStateDidChange, from: sender)
    bench.bus.remove(id)
    bench.bus.post(.authStateDidChange)
    #expect(sender == nil)
    #expect(captured == nil)
    #expect(bench.journal.rows().contains { $0.kind == .deliver && $0.actor == "x" })
  }

  @Test func `a skipped observer is journaled with the reason`() {
    let bench = Bench()
    bench.observe(from: Window("window1"), by: "one")
    bench.bus.post(.authStateDidChange)
    bench.bus.post(.authStateDidChange, from: Window("window2"))
    bench.bus.post(.authStateDidChange, from: Window("window1"))
    #expect(
      bench.journal.rows().filter { $0.kind == .skip }.map(\.detail) == [
        "filter window1 != none", "filter window1 != window2", "filter is another window1",
      ])
  }

  @Test func `an observer of every name sees every name, in its place`() {
    let bench = Bench()
    bench.observe(.testA, by: "a")
    bench.observe(nil, by: "all")
    bench.observe(.testB, by: "b")
    bench.bus.post(.testA)
    bench.bus.post(.testB)
    #expect(bench.seen == ["a 1", "all 1", "all 2", "b 2"])
  }

  @Test func `observers lists id, name, label and filter`() {
    let bench = Bench()
    let first = bench.observe(by: "AppController")
    let second = bench.observe(nil, from: Window("window1"), by: "tracer")
    let listed = bench.bus.observers
    #expect(listed.map(\.id) == [first, second])
    #expect(listed.map(\.name) == [.authStateDidChange, nil])
    #expect(listed.map(\.label) == ["AppController", "tracer"])
    #expect(listed.map(\.filter) == ["any", "window1"])
  }

  // Fact 7: there, a dropped token leaves the block firing for ever.
  @Test func `a subscription ends with its last reference`() {
    let bench = Bench()
    do {
      let subscription = bench.bus.subscribe(.authStateDidChange, by: "screen") { bench.note("screen", $0) }
      bench.bus.post(.authStateDidChange)
      withExtendedLifetime(subscription) {}
    }
    bench.bus.post(.authStateDidChange)
    #expect(bench.seen == ["screen 1"])
    #expect(bench.bus.observers.isEmpty)
  }

  @Test func `a cancelled subscription is quiet, also when it is cancelled again`() {
    let bench = Bench()
    let subscription = bench.bus.subscribe(.authStateDidChange, by: "screen") { bench.note("screen", $0) }
    subscription.cancel()
    let other = bench.observe(by: "other")
    subscription.cancel()
    bench.bus.post(.authStateDidChange)
    #expect(bench.seen == ["other 1"])
    #expect(bench.bus.remove(subscription.id) == .alreadyRemoved)
    #expect(other > subscription.id)
  }

  @Test func `a subscription dropped on another thread is removed`() async {
    let bench = Bench()
    await drop(bench.bus.subscribe(.authStateDidChange, by: "x") { bench.note("x", $0) })
    await bench.settle()
    #expect(bench.bus.observers.isEmpty)
  }

  @Test func `a bus that goes leaves the center alone`() {
    let center = NotificationCenter()
    let journal = Journal()
    weak var gone: AuthBus?
    do {
      let bus = AuthBus(center: center, journal: journal)
      bus.observe(nil, by: "x") { _ in }
      gone = bus
    }
    #expect(gone == nil)
    let rows = journal.lastNumber
    center.post(name: .authStateDidChange, object: nil)
    #expect(journal.lastNumber == rows)
  }

  @Test func `the names are spelled as the articles spell them`() {
    #expect(
      Notification.Name.authBusNames.map(\.rawValue) == [
        "authStateDidChange", "AuthStateDidChange", "idTokenDidChange", "profileDidChange", "rootDidChange",
        "defaultsDidChange", "formValidationDidChange",
      ])
  }
}

/// Lets the last reference go off the main actor.
@concurrent
private func drop(_ subscription: sending Subscription) async { _ = consume subscription }
