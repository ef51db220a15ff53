public import Foundation

/// What names one registration; counted from 1 and never used again on the same bus.
public struct ObserverID: RawRepresentable, Hashable, Sendable, Comparable {
  /// The count.
  public let rawValue: UInt64

  /// The registration with this count, whether or not there is one.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Earlier registrations are less.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// One registration, for people to read.
public struct ObserverInfo: Hashable, Sendable {
  /// What ``AuthBus/remove(_:)`` takes.
  public let id: ObserverID
  /// The observed name; nil observes every name.
  public let name: Notification.Name?
  /// Who registered.
  public let label: String
  /// The sender whose posts it wants, or `any`.
  public let filter: String
}

/// What became of a removal.
public enum Removal: String, Hashable, Sendable {
  /// The observer is gone now.
  case removed
  /// It was gone before; nothing else was touched.
  case alreadyRemoved
  /// No observer ever had this id.
  case neverExisted
}

/// A registration that ends with its owner: when the last reference goes, or earlier by ``cancel()``.
///
/// The bus is not kept alive by it. Capture the owner weakly in the block, or the owner never goes.
@MainActor
public final class Subscription {
  /// The registration.
  public let id: ObserverID
  private weak var bus: AuthBus?

  init(_ id: ObserverID, on bus: AuthBus) {
    self.id = id
    self.bus = bus
  }

  isolated deinit { cancel() }

  /// Removes the observer; again changes nothing.
  public func cancel() {
    bus?.remove(id)
    bus = nil
  }
}
