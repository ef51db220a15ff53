public import Foundation

/// One post, as an observer sees it.
public struct AuthEvent {
  /// Who posted.
  public enum Origin: Hashable, Sendable {
    /// Code that posted through the bus, under the label it gave.
    case own(String)
    /// Code that posted on the notification center, past the bus.
    case foreign
    /// Another process, whose change somebody here relayed.
    case external
  }

  /// Counts the posts of one bus from 1; each observer sees it only grow.
  public let number: UInt64
  /// What happened.
  public let name: Notification.Name
  /// Who posted.
  public let origin: Origin
  /// The object that filters are compared with; nil when the poster named none.
  public let sender: AnyObject?
  /// Facts beside the name; empty on a signal. Of a foreign post, the pairs of its `userInfo` that are text.
  public let payload: [String: String]
}

extension AuthEvent.Origin {
  /// The poster in the journal's words.
  var label: String {
    switch self {
    case .own(let label): label
    case .foreign: "foreign"
    case .external: "external"
    }
  }
}
