import Foundation

/// Every registered observer, in order of registration.
@MainActor
struct ObserverList {
  /// All of them, ids growing.
  private(set) var all: [Observer] = []
  private var lastID: UInt64 = 0
  private var rosters: [Roster] = []

  /// The id that the next observer gets.
  mutating func makeID() -> ObserverID {
    lastID += 1
    return ObserverID(rawValue: lastID)
  }

  /// Adds `observer` at the end.
  mutating func append(_ observer: Observer) {
    all.append(observer)
    rosters = []
  }

  /// Takes the observer out and returns it, or says why there is none.
  mutating func remove(_ id: ObserverID) -> (Removal, Observer?) {
    guard (1...max(1, lastID)).contains(id.rawValue), lastID > 0 else { return (.neverExisted, nil) }
    guard let index = all.firstIndex(where: { $0.info.id == id }) else { return (.alreadyRemoved, nil) }
    rosters = []
    let observer = all.remove(at: index)
    observer.isRegistered = false
    return (.removed, observer)
  }

  /// Those that a post of `name` reaches; kept until an observer comes or goes.
  mutating func roster(of name: Notification.Name) -> Roster {
    // A handful of names that are mostly the same string in memory: comparing beats hashing.
    for index in rosters.indices where rosters[index].name == name { return rosters[index] }
    // Foreign code may post any number of names: bounded, at the cost of a rebuild.
    if rosters.count >= 16 { rosters = [] }
    let roster = Roster(name, of: all)
    if !roster.isNamed { roster.suggestion = suggestion(for: name) }
    rosters.append(roster)
    return roster
  }

  /// The name that a poster of `name` perhaps meant: one that somebody observes or that the product defines.
  private func suggestion(for name: Notification.Name) -> String? {
    let defined = Notification.Name.authBusNames
    let known = all.compactMap(\.info.name) + (defined.contains(name) ? [] : defined)
    return known.lazy.map(\.rawValue).first { isNearMiss(name.rawValue, $0) }
  }
}
