/// What a store is for. Chosen when its file is made and written into it, so that each process that joins does alike.
public enum StoreProfile: Sendable, Equatable {
  /// Survives a crash and a power cut; passwords cost what they should.
  case durable
  /// For tests and trials: nothing is forced to the disk and passwords cost next to nothing.
  case throwaway

  /// What a password's hash costs in such a store.
  var cost: ScryptCost {
    switch self {
    case .durable: ScryptCost(logN: 15, r: 8, p: 3)
    case .throwaway: ScryptCost(logN: 4, r: 8, p: 3)
    }
  }

  /// How SQLite keeps such a store.
  var settings: String {
    switch self {
    case .durable: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
    case .throwaway: "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;"
    }
  }
}
