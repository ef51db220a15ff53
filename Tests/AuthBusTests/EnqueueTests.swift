import AuthBus
import Foundation
import Testing

@MainActor
@Suite struct EnqueueTests {
  @Test func `posts from four threads arrive in each one's order`() async {
    let bench = Bench()
    let bus = bench.bus
    var last = [String: Int]()
    var (count, disorder) = (0, 0)
    bus.observe(.testA, by: "a") { event in
      guard let thread = event.payload["thread"], let index = event.payload["index"].flatMap(Int.init) else { return }
      if index != last[thread, default: -1] + 1 { disorder += 1 }
      last[thread] = index
      count += 1
    }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          await offMain {
            for index in 0..<10_000 { bus.enqueue(.testA, payload: ["thread": "\(thread)", "index": "\(index)"]) }
          }
        }
      }
    }
    await bench.settle()
    #expect(count == 40_000)
    #expect(disorder == 0)
  }

  @Test func `a poster on another thread does not wait for the main actor`() {
    let bench = Bench()
    let bus = bench.bus
    bench.observe(.testA, by: "a")
    let posted = DispatchSemaphore(value: 0)
    Thread {
      bus.enqueue(.testA, by: "worker")
      posted.signal()
    }.start()
    // The main actor stands still here; a poster that waited for it would never signal.
    #expect(wait(posted) == .success)
    #expect(bench.seen.isEmpty)
    #expect(bench.rows(.hop) == ["hop by worker"])
  }

  @Test func `enqueue on the main actor leaves the delivery to the main queue`() async {
    let bench = Bench()
    bench.observe(.testA, by: "a")
    bench.bus.enqueue(.testA, by: "timer")
    #expect(bench.seen.isEmpty)
    await bench.settle()
    #expect(bench.seen == ["a 1"])
    #expect(bench.events.map(\.origin) == [.own("timer")])
  }

  @Test func `an event keeps the cause it had when it was enqueued`() async {
    let bench = Bench()
    bench.observe(.testA, by: "a") { _ in bench.journal.record(.read, "isSignIn") }
    bench.journal.cause = "signin"
    bench.bus.enqueue(.testA)
    bench.journal.cause = "status"
    await bench.settle()
    let rows = bench.journal.rows().filter { [.hop, .post, .deliver, .read, .return].contains($0.kind) }
    #expect(rows.map(\.cause) == Array(repeating: "signin", count: 5))
    #expect(bench.journal.cause == "status")
  }

  @Test func `the sender of an enqueued post passes the filter`() async {
    let bench = Bench()
    let window = Window("window1")
    bench.observe(.testA, from: window, by: "a")
    bench.bus.enqueue(.testA, from: window)
    bench.bus.enqueue(.testA)
    await bench.settle()
    #expect(bench.seen == ["a 1"])
  }
}

// `DispatchSemaphore.wait` is not offered to asynchronous code; that it blocks is the point here.
private func wait(_ semaphore: DispatchSemaphore) -> DispatchTimeoutResult { semaphore.wait(timeout: .now() + 30) }
