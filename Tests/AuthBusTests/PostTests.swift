import AuthBus
import Foundation
import Testing

@MainActor
@Suite struct PostTests {
  @Test func `a post is delivered before it returns`() {
    let bench = Bench()
    bench.observe(by: "a")
    bench.observe(from: Window("window1"), by: "b")
    let receipt = bench.bus.post(.authStateDidChange, by: "login")
    #expect(bench.seen == ["a 1"])
    #expect((receipt.number, receipt.delivered, receipt.skipped) == (1, 1, 1))
    #expect(!receipt.queued)
    #expect(receipt.refusal == nil)
  }

  @Test func `an observer sees name, poster, sender and payload`() throws {
    let bench = Bench()
    let window = Window("window1")
    bench.observe(nil, by: "a")
    bench.bus.post(.rootDidChange, from: window, by: "AppController", payload: ["root": "home"])
    let event = try #require(bench.events.first)
    #expect(event.name == .rootDidChange)
    #expect(event.origin == .own("AppController"))
    #expect(event.sender === window)
    #expect(event.payload == ["root": "home"])
  }

  @Test func `a signal carries nothing`() throws {
    let bench = Bench()
    bench.observe(by: "a")
    bench.bus.post(.authStateDidChange, by: "login")
    let event = try #require(bench.events.first)
    #expect(event.payload.isEmpty)
    #expect(event.sender == nil)
  }

  @Test func `another process's change has the external origin`() {
    let bench = Bench()
    bench.observe(.defaultsDidChange, by: "a")
    bench.bus.relay(.defaultsDidChange, payload: ["key": "isSignIn"])
    #expect(bench.events.map(\.origin) == [.external])
    #expect(bench.rows(.post) == ["post by external"])
  }

  // Fact 6: there, the second observer sees the inner event before the outer one.
  @Test func `a post inside a delivery waits for the round to end`() {
    let bench = Bench()
    var inner: Receipt?
    bench.observe(by: "first") { event in
      if event.number == 1 { inner = bench.bus.post(.authStateDidChange, by: "first") }
    }
    bench.observe(by: "second")
    bench.bus.post(.authStateDidChange)
    #expect(bench.seen == ["first 1", "second 1", "first 2", "second 2"])
    #expect(inner?.queued == true)
    #expect(inner?.delivered == 0)
    #expect(
      bench.rows(.post, .queue, .deliver, .return) == [
        "post by ", "deliver by first", "queue by first", "deliver by second", "return by ",
        "post by first", "deliver by first", "deliver by second", "return by first",
      ])
  }

  // Fact 5: there, a block removed during a post still fires in it.
  @Test func `an observer removed during a round is not called in it`() {
    let bench = Bench()
    bench.observe(by: "first") { _ in bench.remove("second") }
    bench.observe(by: "second")
    bench.observe(by: "third")
    let receipt = bench.bus.post(.authStateDidChange)
    #expect(bench.seen == ["first 1", "third 1"])
    #expect((receipt.delivered, receipt.skipped) == (2, 1))
    #expect(bench.journal.rows().first { $0.kind == .skip }?.detail == "removed during the round")
  }

  @Test func `an observer added during a round waits for the next`() {
    let bench = Bench()
    bench.observe(by: "first") { event in if event.number == 1 { bench.observe(by: "late") } }
    bench.bus.post(.authStateDidChange)
    #expect(bench.seen == ["first 1"])
    bench.bus.post(.authStateDidChange)
    #expect(bench.seen == ["first 1", "first 2", "late 2"])
  }

  @Test func `an observer may remove itself`() {
    let bench = Bench()
    bench.observe(by: "once") { _ in bench.remove("once") }
    bench.observe(by: "other")
    bench.bus.post(.authStateDidChange)
    bench.bus.post(.authStateDidChange)
    #expect(bench.seen == ["once 1", "other 1", "other 2"])
  }

  @Test func `a name that posts itself ends in a readable refusal`() {
    let bench = Bench(depthLimit: 3)
    bench.observe(by: "loop") { _ in bench.bus.post(.authStateDidChange, by: "loop") }
    let receipt = bench.bus.post(.authStateDidChange, by: "login")
    #expect(bench.seen == ["loop 1", "loop 2", "loop 3", "loop 4"])
    #expect(receipt.refusal == .tooDeep(name: .authStateDidChange, depth: 3))
    #expect(
      receipt.refusal?.description
        == "post of 'authStateDidChange' refused: its observers post again, 3 deep; post only when the state changed")
    #expect(bench.rows(.refuse) == ["refuse by loop"])
    #expect(bench.bus.post(.testA).refusal == nil)
  }

  @Test func `posts that multiply are refused before they fill the memory`() {
    let bench = Bench(depthLimit: 64)
    for label in ["a", "b", "c"] {
      bench.bus.observe(.testA, by: label) { _ in bench.bus.post(.testA) }
    }
    let receipt = bench.bus.post(.testA)
    #expect(receipt.refusal == .tooMany(name: .testA, count: 10_000))
    #expect(receipt.refusal?.description.contains("one post led to 10000 others") == true)
  }

  @Test func `the depth counts the chain, not the posts`() {
    let bench = Bench(depthLimit: 1)
    bench.observe(by: "wide") { event in
      if event.number == 1 { for _ in 0..<100 { bench.bus.post(.testB) } }
    }
    bench.observe(.testB, by: "b")
    #expect(bench.bus.post(.authStateDidChange).refusal == nil)
    #expect(bench.seen.count == 101)
  }

  @Test(
    arguments: [
      ("AuthStateDidChange", "authStateDidChange"), ("authStateDidChnage", "authStateDidChange"),
      ("RootDidChange", "rootDidChange"), ("profileDidChang", "profileDidChange"), ("idTokenDidChange", nil),
      ("x", nil), ("authState", nil), ("", nil),
    ] as [(String, String?)])
  func `a post without observers offers the name that was perhaps meant`(typed: String, meant: String?) {
    let bench = Bench()
    bench.observe(.authStateDidChange, by: "a")
    bench.observe(nil, by: "tracer")
    let receipt = bench.bus.post(Notification.Name(typed))
    #expect(receipt.suggestion == meant)
    #expect(
      bench.journal.rows().filter { $0.kind == .note }.map(\.detail) == (meant.map { ["did you mean '\($0)'?"] } ?? []))
  }

  @Test func `a post that finds observers offers nothing`() {
    let bench = Bench()
    bench.observe(.authStateDidChange, by: "a")
    bench.observe(.serviceAuthStateDidChange, by: "b")
    #expect(bench.bus.post(.serviceAuthStateDidChange).suggestion == nil)
  }
}
