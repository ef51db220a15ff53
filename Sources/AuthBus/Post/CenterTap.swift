import Foundation
import Synchronization

/// The one observer that a bus has on its notification center; it tells the bus's own posts from foreign ones.
///
/// An own post is only recognised here: the bus delivers it when the center is done, on the main actor without a check,
/// and thereby after every block that foreign code has on the center. A foreign post is handed on.
final class CenterTap: @unchecked Sendable {
  // The rule that makes it safe: while `poster` holds a thread's number, that thread alone touches `name`, `sender` and
  // `isSeen`; while it holds 0, only the main actor does. `token` is touched by the owner alone.
  private let poster = Atomic<UInt>(0)
  private var name = Notification.Name("")
  private var sender: AnyObject?
  private var isSeen = false

  private let center: NotificationCenter
  private var token: (any NSObjectProtocol)?

  /// A tap on `center`, closed yet.
  init(_ center: NotificationCenter) { self.center = center }

  /// Listens; `foreign` is called on the thread of the poster.
  func open(foreign: @escaping @Sendable (Notification) -> Void) {
    token = center.addObserver(forName: nil, object: nil, queue: nil) { notification in
      if !self.recognises(notification) { foreign(notification) }
    }
  }

  /// Stops listening; until then the center keeps the tap alive.
  func close() {
    if let token { center.removeObserver(token) }
    token = nil
  }

  /// Posts on the center and returns whether the post came by here. Main actor only, never inside itself.
  func post(_ name: Notification.Name, from sender: AnyObject?) -> Bool {
    (self.name, self.sender, isSeen) = (name, sender, false)
    poster.store(Self.thread, ordering: .releasing)
    center.post(name: name, object: sender, userInfo: nil)
    poster.store(0, ordering: .releasing)
    self.sender = nil
    return isSeen
  }

  /// Posts as foreign code does. `center` is fixed and takes posts from any thread.
  func postPlainly(_ name: Notification.Name) { center.post(name: name, object: nil, userInfo: nil) }

  /// Whether `notification` is the post under way. Of two alike, one made by a foreign block inside the other, the
  /// first to come by is taken for it; no observer can tell them apart but by origin.
  private func recognises(_ notification: Notification) -> Bool {
    guard poster.load(ordering: .acquiring) == Self.thread, !isSeen, notification.name == name else { return false }
    isSeen = sender == nil ? notification.object == nil : notification.sender === sender
    return isSeen
  }

  private static var thread: UInt { ThreadNumber.current }
}
