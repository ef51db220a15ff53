public import Accounts
internal import Foundation

/// The embedded account service: one SQLite file, no network.
///
/// Nothing is opened before the first call, and a call that only asks never makes the file. Calls may come from any
/// thread; their work is done on threads of its own.
public final class LocalAccounts: AccountService, AccountServer {
  /// `local`.
  public let name = "local"

  let store: Store
  let random: any RandomSource
  private let profile: StoreProfile
  private let workers = DispatchQueue(label: "LocalAccounts", qos: .userInitiated, attributes: .concurrent)

  /// Names the store at `path`, whose folder need not exist yet.
  ///
  /// `profile` is what the store is to be when it is made; one that is there already knows for itself.
  public convenience init(
    path: String, profile: StoreProfile, clock: any WallClock = SystemClock(),
    random: any RandomSource = SystemRandom()
  ) {
    // Less than the five seconds after which an app gives up a restore, so that it hears the reason.
    self.init(path: path, profile: profile, clock: clock, random: random, busyTimeout: .seconds(4))
  }

  /// As above, waiting `busyTimeout` for another process before a call says `locked`.
  package init(
    path: String, profile: StoreProfile, clock: any WallClock, random: any RandomSource, busyTimeout: Duration
  ) {
    store = Store(path: path, profile: profile, clock: clock, random: random, busyTimeout: busyTimeout)
    self.random = random
    self.profile = profile
  }

  /// The statements that the open store has run so far, for a test of what they cost.
  package var statements: [String] { store.statements }

  /// Does blocking work on another thread. One hop there and back, whatever the work is made of.
  ///
  /// Brief work, which hashes nothing, is done at once in a store that is thrown away: it waits for no disk, and the hop
  /// would cost more than the work.
  func offLoop<T: Sendable>(
    brief: Bool = false, _ work: @escaping @Sendable () throws(AuthError) -> T
  ) async throws(AuthError) -> T {
    if brief, profile == .throwaway { return try work() }
    let outcome: Result<T, AuthError> = await withCheckedContinuation { continuation in
      workers.async { continuation.resume(returning: Result(catching: work)) }
    }
    return try outcome.get()
  }
}
