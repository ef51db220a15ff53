import Foundation

/// A post that crosses from the poster's thread to the main actor.
struct Letter: @unchecked Sendable {
  // The rule that makes it safe: the poster hands `sender` over, and only the main actor looks at it from then on.

  /// What happened.
  let name: Notification.Name
  /// Who posted.
  let origin: AuthEvent.Origin
  /// The object that filters are compared with.
  let sender: AnyObject?
  /// Facts beside the name.
  let payload: [String: String]

  /// A post made through the bus.
  init(_ name: Notification.Name, from sender: AnyObject?, by origin: AuthEvent.Origin, payload: [String: String]) {
    (self.name, self.sender, self.origin, self.payload) = (name, sender, origin, payload)
  }

  /// A post that foreign code made on the notification center.
  init(foreign notification: Notification) {
    name = notification.name
    origin = .foreign
    sender = notification.sender
    payload = notification.texts
  }
}

extension Notification {
  /// The object, if it has an identity: filters compare nothing else.
  var sender: AnyObject? {
    guard let object, type(of: object) is AnyClass else { return nil }
    return object as AnyObject
  }

  fileprivate var texts: [String: String] {
    guard let userInfo else { return [:] }
    let pairs = userInfo.compactMap { key, value in
      if let key = key as? String, let value = value as? String { (key, value) } else { nil }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }
}
