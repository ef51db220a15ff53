import AuthBus
import Foundation
import Testing

@MainActor
@Suite struct ForeignPostTests {
  @Test func `a post past the bus is delivered too, before it returns`() {
    let bench = Bench()
    bench.observe(nil, by: "a")
    bench.center.post(name: .testA, object: nil, userInfo: ["key": "value", "number": 7, 7: "text"])
    #expect(bench.seen == ["a 1"])
    #expect(bench.events.map(\.origin) == [.foreign])
    #expect(bench.events.map(\.payload) == [["key": "value"]])
    #expect(bench.rows(.post) == ["post by foreign"])
  }

  @Test func `a foreign sender passes the filter; a value without identity does not`() {
    let bench = Bench()
    let window = Window("window1")
    bench.observe(.testA, from: window, by: "a")
    bench.center.post(name: .testA, object: window)
    bench.center.post(name: .testA, object: "window1")
    bench.center.post(name: .testA, object: nil)
    #expect(bench.seen == ["a 1"])
  }

  @Test func `foreign observers get the bus's posts with name and sender, without userInfo`() {
    let bench = Bench()
    let window = Window("window1")
    nonisolated(unsafe) var heard: [Notification] = []
    let token = bench.center.addObserver(forName: .testA, object: window, queue: nil) { heard.append($0) }
    bench.bus.post(.testA, from: window, payload: ["k": "v"])
    bench.center.removeObserver(token)
    #expect(heard.count == 1)
    #expect(heard.first?.userInfo == nil)
    #expect(heard.first?.object as? Window === window)
  }

  @Test func `a foreign post inside a delivery waits for the round to end`() {
    let bench = Bench()
    bench.observe(.testA, by: "first") { _ in bench.center.post(name: .testB, object: nil) }
    bench.observe(nil, by: "all")
    bench.bus.post(.testA)
    #expect(bench.seen == ["first 1", "all 1", "all 2"])
    #expect(bench.events.map(\.origin).last == .foreign)
  }

  @Test func `a foreign block that posts inside a post of the bus does not take its place`() {
    let bench = Bench()
    let center = bench.center
    // Foundation's order is random: some of these run before the bus's own block.
    let tokens = (0..<8).map { _ in
      center.addObserver(forName: .testA, object: nil, queue: nil) { _ in center.post(name: .testB, object: nil) }
    }
    bench.observe(nil, by: "all")
    bench.bus.post(.testA, by: "login")
    for token in tokens { center.removeObserver(token) }
    #expect(bench.events.map(\.name) == [.testA] + Array(repeating: .testB, count: 8))
    #expect(bench.events.map(\.origin) == [.own("login")] + Array(repeating: .foreign, count: 8))
  }

  @Test func `a foreign block that posts the same through the bus ends in a refusal, not in a full stack`() {
    let bench = Bench()
    let bus = bench.bus
    let token = bench.center.addObserver(forName: .testA, object: nil, queue: nil) { _ in
      _ = MainActor.assumeIsolated { bus.post(.testA) }
    }
    let receipt = bus.post(.testA)
    bench.center.removeObserver(token)
    #expect(receipt.refusal == .tooDeep(name: .testA, depth: 16))
  }

  @Test func `a foreign post from another thread hops to the main actor without waiting`() async {
    let bench = Bench()
    bench.observe(.testA, by: "a")
    let center = bench.center
    await offMain { center.post(name: .testA, object: nil, userInfo: ["k": "v"]) }
    await bench.settle()
    #expect(bench.seen == ["a 1"])
    #expect(bench.events.map(\.origin) == [.foreign])
    #expect(bench.events.map(\.payload) == [["k": "v"]])
    #expect(bench.journal.rows().first { $0.kind == .hop }?.thread == "bg-1")
    #expect(bench.journal.rows().first { $0.kind == .deliver }?.thread == "main")
  }

  @Test func `two buses on one center see each other as foreign`() {
    let bench = Bench()
    let other = AuthBus(center: bench.center, journal: bench.journal)
    bench.observe(.testA, by: "first")
    other.observe(.testA, by: "other") { bench.note("other", $0) }
    bench.observe(.testA, by: "second")
    bench.bus.post(.testA, by: "login")
    #expect(bench.seen == ["other 1", "first 1", "second 1"])
    #expect(bench.events.map(\.origin) == [.foreign, .own("login"), .own("login")])
    let numbers = bench.journal.rows().map(\.number)
    #expect(numbers == Array(1...UInt64(numbers.count)))
  }

  @Test func `a round inside another bus's delivery leaves both in order in one journal`() {
    let bench = Bench()
    let other = AuthBus(center: NotificationCenter(), journal: bench.journal)
    other.observe(.testB, by: "inner") { _ in }
    bench.observe(.testA, by: "first") { _ in other.post(.testB) }
    bench.observe(.testA, by: "second")
    bench.bus.post(.testA)
    #expect(
      bench.rows(.post, .deliver, .return) == [
        "post by ", "deliver by first", "post by ", "deliver by inner", "return by ", "deliver by second", "return by ",
      ])
  }
}

/// Runs `work` on another thread and waits for its end.
func offMain(_ work: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { done in
    Thread {
      work()
      done.resume()
    }.start()
  }
}
