import Foundation

/// What may go wrong between the app and its account service, switched on by hand. Never touches the operator's side.
///
/// They belong to the process: a restart of the app keeps them.
public final class Faults: Sendable {
  /// What the client asks of the service, by a word for each.
  public enum Operation: String, Sendable, CaseIterable {
    case signin, signup, signout, restore, refresh, lookup, reauth, link, update, password, delete, code, sessions,
      profile
  }

  /// How the network misbehaves.
  public enum Network: Sendable, Equatable {
    /// Nothing gets through.
    case off
    /// Everything takes two seconds more.
    case slow
    /// Every so-maniest request does not get through.
    case every(Int)
  }

  /// How restoring a session misbehaves.
  public enum Restore: Sendable, Equatable {
    /// Its answer takes that long more.
    case delayed(Duration)
    /// There is no answer.
    case never
  }

  /// All that is switched on.
  public struct Settings: Sendable, Equatable {
    /// How the network misbehaves, if it does.
    public var network: Network?
    /// The one operation that it misbehaves on; all of them for `nil`.
    public var operation: Operation?
    /// What every request takes more.
    public var latency: Duration?
    /// How a restore misbehaves, if it does.
    public var restore: Restore?
    /// Whether profile documents cannot be saved.
    public var profile = false

    /// Nothing.
    public init() {}
  }

  /// How much longer a request takes over a slow network.
  public static let slowness = Duration.seconds(2)

  private let lock = NSLock()
  // Guarded by `lock`.
  nonisolated(unsafe) private var current = Settings()
  nonisolated(unsafe) private var requests = 0

  /// Nothing is switched on.
  public init() {}

  /// What is switched on. Setting it begins to count requests anew.
  public var settings: Settings {
    get { lock.withLock { current } }
    set {
      lock.withLock {
        current = newValue
        requests = 0
      }
    }
  }

  /// What befalls the next request.
  func next(_ operation: Operation) -> (delay: Duration, outcome: Outcome) {
    lock.withLock {
      var delay = current.latency ?? .zero
      var outcome = Outcome.passes
      if operation == .restore {
        switch current.restore {
        case .delayed(let more): delay += more
        case .never: outcome = .silent
        case nil: break
        }
      }
      if current.operation == nil || current.operation == operation {
        switch current.network {
        case .off: outcome = .fails
        case .slow: delay += Self.slowness
        case .every(let count):
          requests += 1
          if requests % count == 0 { outcome = .fails }
        case nil: break
        }
      }
      return (delay, outcome)
    }
  }

  /// What a request comes to.
  enum Outcome: Sendable { case passes, fails, silent }
}
