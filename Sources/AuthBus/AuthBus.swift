public import Foundation

/// Ordered delivery of notifications, over one observer on a `NotificationCenter`.
///
/// Observers are called on the main actor, in order of registration. Ids are never used again, removal may be repeated,
/// filters keep their sender alive. A post made inside a delivery waits until the round ends. What other code posts on
/// the same center is delivered too.
@MainActor
public final class AuthBus {
  /// The program's bus, on the default center.
  public static let shared = AuthBus(center: .default)

  /// Where every step is noted.
  public nonisolated let journal: Journal

  /// The way to the center.
  nonisolated let tap: CenterTap
  /// How many posts may lead to one another.
  let depthLimit: Int
  /// The round under way, as the journal sees it.
  let round = Round()

  // On the main actor, and no observer runs while one of these changes, so accesses cannot overlap: looking for that at
  // run time would cost a tenth of a post.

  /// Who observes.
  @exclusivity(unchecked) var list = ObserverList()
  /// The number of the newest event.
  @exclusivity(unchecked) var eventCount: UInt64 = 0
  /// Whether a post is under way; another then waits in `chain`.
  @exclusivity(unchecked) var isPosting = false
  /// The posts that wait.
  @exclusivity(unchecked) var chain = Chain()

  /// A bus without observers.
  ///
  /// - Parameters:
  ///   - center: the notification center to post on and to listen to, until the bus goes.
  ///   - journal: where to note every step.
  ///   - depthLimit: how many posts may lead to one another before the next is refused.
  public init(center: NotificationCenter, journal: Journal = Journal(), depthLimit: Int = 16) {
    self.journal = journal
    self.depthLimit = depthLimit
    tap = CenterTap(center)
    tap.open { [weak self] in self?.receive(foreign: $0) }
  }

  isolated deinit { tap.close() }

  /// Calls `handler` for each post of `name` until ``remove(_:)``.
  ///
  /// - Parameters:
  ///   - name: the name to wait for; nil waits for every name.
  ///   - sender: the one object whose posts count, kept alive while registered; nil lets any count.
  ///   - label: who observes, for people and the journal.
  ///   - handler: called on the main actor. Not for rounds that are under way.
  /// - Returns: what ``remove(_:)`` takes; may be dropped when the observer is to stay for good.
  @discardableResult
  public func observe(
    _ name: Notification.Name?, from sender: AnyObject? = nil, by label: String,
    using handler: @escaping @MainActor (AuthEvent) -> Void
  ) -> ObserverID {
    let observer = Observer(list.makeID(), name, from: sender, by: label, using: handler)
    list.append(observer)
    note(.observe, observer.info)
    return observer.info.id
  }

  /// The same, until the returned token goes.
  public func subscribe(
    _ name: Notification.Name?, from sender: AnyObject? = nil, by label: String,
    using handler: @escaping @MainActor (AuthEvent) -> Void
  ) -> Subscription {
    Subscription(observe(name, from: sender, by: label, using: handler), on: self)
  }

  /// Removes one observer, which is not called any more, not even by the round under way.
  ///
  /// Again, or with an id that never was, it changes nothing.
  @discardableResult
  public func remove(_ id: ObserverID) -> Removal {
    let (removal, observer) = list.remove(id)
    if let observer {
      note(.remove, observer.info)
    } else {
      journal.record(.remove, "", detail: "id \(id.rawValue) \(removal.rawValue)")
    }
    return removal
  }

  /// Every registration, in order.
  public var observers: [ObserverInfo] { list.all.map(\.info) }

  private func note(_ kind: JournalRow.Kind, _ info: ObserverInfo) {
    let subject = info.name?.rawValue ?? "any"
    journal.record(kind, subject, by: info.label, detail: "id \(info.id.rawValue), filter \(info.filter)")
  }
}
