public import Foundation

extension AuthBus {
  /// Posts `name`.
  ///
  /// Outside a delivery the observers are called before it returns, and so are those of every post they make. Inside a
  /// delivery the post waits for the round to end, or is refused beyond the depth limit.
  ///
  /// - Parameters:
  ///   - name: what happened.
  ///   - sender: the object that filters are compared with.
  ///   - label: who posts, for the journal.
  ///   - payload: facts beside the name; none on a signal, never a secret.
  /// - Returns: whom the post reached, and what was refused on the way.
  @discardableResult
  public func post(
    _ name: Notification.Name, from sender: AnyObject? = nil, by label: String = "", payload: [String: String] = [:]
  ) -> Receipt {
    accept(makeEvent(name, .own(label), sender, payload))
  }

  /// Posts on behalf of another process whose change was noticed here: the origin is ``AuthEvent/Origin/external``.
  @discardableResult
  public func relay(_ name: Notification.Name, payload: [String: String] = [:]) -> Receipt {
    accept(makeEvent(name, .external, nil, payload))
  }

  /// Posts from any thread without waiting: the main queue delivers, in the order of these calls.
  ///
  /// From the main actor too it only enqueues. The event's cause is the command that runs now.
  public nonisolated func enqueue(
    _ name: Notification.Name, from sender: (any AnyObject & Sendable)? = nil, by label: String = "",
    payload: [String: String] = [:]
  ) {
    hop(Letter(name, from: sender, by: .own(label), payload: payload))
  }

  /// Delivers what other code posted on the center: at once on the main actor, elsewhere after a hop.
  nonisolated func receive(foreign notification: Notification) {
    let letter = Letter(foreign: notification)
    guard MainQueue.isCurrent else { return hop(letter) }
    _ = MainActor.assumeIsolated { accept(makeEvent(letter)) }
  }

  private nonisolated func hop(_ letter: Letter) {
    let cause = journal.cause
    journal.record(.hop, letter.name.rawValue, by: letter.origin.label)
    DispatchQueue.main.async {
      _ = MainActor.assumeIsolated { self.accept(self.makeEvent(letter), cause: cause) }
    }
  }

  private func makeEvent(_ letter: Letter) -> AuthEvent {
    makeEvent(letter.name, letter.origin, letter.sender, letter.payload)
  }

  private func makeEvent(
    _ name: Notification.Name, _ origin: AuthEvent.Origin, _ sender: AnyObject?, _ payload: [String: String]
  ) -> AuthEvent {
    eventCount += 1
    return AuthEvent(number: eventCount, name: name, origin: origin, sender: sender, payload: payload)
  }

  /// Runs a round for `event` and those it leads to, or lets it wait for the running one.
  private func accept(_ event: AuthEvent, cause: String? = nil) -> Receipt {
    if isPosting { return wait(event, cause: cause ?? journal.cause) }
    isPosting = true
    let receipt = run(event, cause: cause)
    if chain.isEmpty {
      isPosting = false
      return receipt
    }
    return finish(receipt)
  }

  /// Runs the rounds of the posts that the outermost one led to.
  private func finish(_ outermost: Receipt) -> Receipt {
    while let next = chain.popFirst() { _ = run(next.event, cause: next.cause) }
    var receipt = outermost
    receipt.refusal = chain.refusal
    chain = Chain()
    isPosting = false
    return receipt
  }

  private func wait(_ event: AuthEvent, cause: String) -> Receipt {
    let post = WaitingPost(event: event, cause: cause, depth: chain.depth + 1)
    let refusal = chain.append(post, depthLimit: depthLimit)
    journal.record(
      refusal == nil ? .queue : .refuse, event.name.rawValue, by: event.origin.label, event: event.number,
      detail: refusal?.description ?? "")
    return Receipt(number: event.number, queued: refusal == nil, refusal: refusal)
  }

  private func run(_ event: AuthEvent, cause: String?) -> Receipt {
    let roster = list.roster(of: event.name)
    let outerCause = journal.begin(round, event, cause: cause, to: roster)
    if let suggestion = roster.suggestion {
      journal.record(.note, event.name.rawValue, event: event.number, detail: "did you mean '\(suggestion)'?")
    }
    let isSeen = event.origin == .foreign || tap.post(event.name, from: event.sender)
    let called = isSeen ? deliver(event, to: roster) : 0
    journal.end(round, called: called, cause: outerCause)
    return Receipt(
      number: event.number, delivered: called, skipped: roster.count - called, suggestion: roster.suggestion)
  }

  private func deliver(_ event: AuthEvent, to roster: Roster) -> Int {
    var called = 0
    for index in 0..<roster.count {
      let observer = roster.observers[index]
      guard observer.isRegistered, observer.accepts(event.sender) else {
        journal.skip(observer.reasonToSkip(event.sender), in: round)
        continue
      }
      journal.deliver(index + 1, in: round)
      observer.handler(event)
      called += 1
    }
    return called
  }

}
