import Foundation

/// One registered block with its filter.
@MainActor
final class Observer {
  /// The readable part.
  let info: ObserverInfo
  /// What to call.
  let handler: @MainActor (AuthEvent) -> Void
  /// Cleared by the removal, for rounds that are under way.
  var isRegistered = true
  // Retained: a bare address would match the next object that gets it.
  private let sender: AnyObject?

  /// Describes `sender` once, here.
  init(
    _ id: ObserverID, _ name: Notification.Name?, from sender: AnyObject?, by label: String,
    using handler: @escaping @MainActor (AuthEvent) -> Void
  ) {
    info = ObserverInfo(id: id, name: name, label: label, filter: sender.map(Self.describe) ?? "any")
    self.sender = sender
    self.handler = handler
  }

  /// Whether the filter lets a post of `sender` through.
  func accepts(_ sender: AnyObject?) -> Bool { self.sender == nil || self.sender === sender }

  /// Why a post of `sender` was not delivered.
  func reasonToSkip(_ sender: AnyObject?) -> String {
    guard isRegistered else { return "removed during the round" }
    let other = sender.map(Self.describe) ?? "none"
    return other == info.filter ? "filter is another \(other)" : "filter \(info.filter) != \(other)"
  }

  private static func describe(_ sender: AnyObject) -> String {
    (sender as? any CustomStringConvertible)?.description ?? String(describing: type(of: sender))
  }
}

/// The observers that one name reaches, in order of registration, as they were when the round began.
@MainActor
final class Roster {
  /// The name.
  let name: Notification.Name
  /// Whom to call.
  let observers: [Observer]
  /// The same without blocks and senders, for the journal to keep.
  let infos: [ObserverInfo]
  /// How many they are.
  let count: Int
  /// Whether somebody asked for this very name, not for all.
  let isNamed: Bool
  /// The name that was perhaps meant, where nobody asked for this one.
  var suggestion: String?

  /// What the journal keeps of the last post to them, shared with the next one like it.
  var record: JournalRecord

  /// Picks from `all` those that want `name`.
  init(_ name: Notification.Name, of all: [Observer]) {
    self.name = name
    observers = all.filter { $0.info.name == nil || $0.info.name == name }
    infos = observers.map(\.info)
    record = JournalRecord(name.rawValue, "", cause: "", observers: infos)
    count = infos.count
    isNamed = infos.contains { $0.name != nil }
  }
}
