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
    accept(Letter(name, from: sender, by: .own(label), payload: payload))
  }

  /// Posts on behalf of another process whose change was noticed here: the origin is ``AuthEvent/Origin/external``.
  @discardableResult
  public func relay(_ name: Notification.Name, payload: [String: String] = [:]) -> Receipt {
    accept(Letter(name, from: nil, by: .external, payload: payload))
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
    _ = MainActor.assumeIsolated { accept(letter) }
  }

  private nonisolated func hop(_ letter: Letter) {
    let cause = journal.cause
    journal.record(.hop, letter.name.rawValue, by: letter.origin.label)
    DispatchQueue.main.async {
      _ = MainActor.assumeIsolated { self.accept(letter, cause: cause) }
    }
  }

  /// Starts a round for the post, or lets it wait for the running one.
  private func accept(_ letter: Letter, cause: String? = nil) -> Receipt {
    eventCount += 1
    let event = AuthEvent(
      number: eventCount, name: letter.name, origin: letter.origin, sender: letter.sender, payload: letter.payload)
    var parcel = Parcel(event: event, cause: cause, isInCenter: letter.origin == .foreign)
    guard let depth = chain?.depth else { return start(parcel) }
    parcel.cause = cause ?? journal.cause
    parcel.depth = depth + 1
    return wait(parcel)
  }

  private func start(_ parcel: Parcel) -> Receipt {
    chain = Chain()
    defer { chain = nil }
    var receipt = run(parcel)
    while let next = chain?.popFirst() { _ = run(next) }
    receipt.refusal = chain?.refusal
    return receipt
  }

  private func wait(_ parcel: Parcel) -> Receipt {
    let event = parcel.event
    let refusal = chain?.append(parcel, depthLimit: depthLimit)
    journal.record(
      refusal == nil ? .queue : .refuse, event.name.rawValue, by: event.origin.label, event: event.number,
      detail: refusal?.description ?? "")
    return Receipt(number: event.number, queued: refusal == nil, refusal: refusal)
  }

  private func run(_ parcel: Parcel) -> Receipt {
    let event = parcel.event
    let roster = list.roster(of: event.name)
    let mark = AuthEventMark(number: event.number, name: event.name.rawValue, poster: event.origin.label)
    var receipt = Receipt(number: event.number)
    journal.begin(mark, cause: parcel.cause, to: roster.infos, progress)
    if !roster.isNamed { receipt.suggestion = suggest(for: event) }
    if parcel.isInCenter || tap.post(event.name, from: event.sender) {
      receipt.delivered = deliver(event, to: roster.observers)
      receipt.skipped = roster.observers.count - receipt.delivered
    }
    journal.end(mark, delivered: receipt.delivered)
    return receipt
  }

  private func deliver(_ event: AuthEvent, to observers: [Observer]) -> Int {
    var delivered = 0
    for (index, observer) in observers.enumerated() {
      guard observer.isRegistered, observer.accepts(event.sender) else {
        journal.skip(observer.reasonToSkip(event.sender))
        continue
      }
      journal.deliver(index + 1, progress)
      observer.handler(event)
      delivered += 1
    }
    return delivered
  }

  private func suggest(for event: AuthEvent) -> String? {
    guard let suggestion = list.suggestion(for: event.name) else { return nil }
    journal.record(.note, event.name.rawValue, event: event.number, detail: "did you mean '\(suggestion)'?")
    return suggestion
  }
}
