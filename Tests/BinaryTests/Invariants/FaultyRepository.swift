import Accounts
import Foundation
import LocalAccounts

/// The embedded service behind a line that fails, dawdles or falls silent as told, and counts what goes in and comes out.
final class FaultyRepository: AccountService, @unchecked Sendable {
  // `lock` guards every variable below.
  /// What befalls one call.
  enum Fault: Sendable {
    /// It is refused before it reaches the service.
    case failure(AuthError)
    /// The answer takes its time.
    case late
    /// No answer before ``release()``, whoever gives up waiting; restores only, since nothing else has a time limit.
    case silence
  }

  let name = "local"
  let service: LocalAccounts
  private let lock = NSLock()
  private var faults: [Fault] = []
  private var restoreFaults: [Fault] = []
  private var silent: [CheckedContinuation<Void, Never>] = []
  private var begun = 0
  private var ended = 0
  private var onRestore: @Sendable () async -> Void = {}

  init(_ service: LocalAccounts) { self.service = service }

  /// How many calls began and have not ended.
  var openCalls: Int { lock.withLock { begun - ended } }

  /// Lets `fault` befall the next call, or the next restore.
  func next(_ fault: Fault, isRestore: Bool = false) {
    lock.withLock { if isRestore { restoreFaults = [fault] } else { faults = [fault] } }
  }

  /// Forgets faults that nothing has met, and lets the silent calls answer.
  func release() {
    let waiting = lock.withLock {
      defer { (faults, restoreFaults, silent) = ([], [], []) }
      return silent
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Sets what is done while a restore is under way.
  func whileRestoring(_ body: @escaping @Sendable () async -> Void) { lock.withLock { onRestore = body } }

  func login(_ credential: Credential) async throws(AuthError) -> Session {
    try await counted { () async throws(AuthError) in try await self.service.login(credential) }
  }

  func createUser(email: String, password: Secret) async throws(AuthError) -> Session {
    try await counted { () async throws(AuthError) in
      try await self.service.createUser(email: email, password: password)
    }
  }

  func autoLogin(_ refreshToken: Secret) async throws(AuthError) -> Session {
    await lock.withLock { onRestore }()
    return try await counted(isRestore: true) { () async throws(AuthError) in
      try await self.service.autoLogin(refreshToken)
    }
  }

  func logout(_ refreshToken: Secret) async throws(AuthError) {
    try await counted { () async throws(AuthError) in try await self.service.logout(refreshToken) }
  }

  func userInfo(_ refreshToken: Secret) async throws(AuthError) -> Account {
    try await counted { () async throws(AuthError) in try await self.service.userInfo(refreshToken) }
  }

  func counted<Value: Sendable>(
    isRestore: Bool = false, _ call: () async throws(AuthError) -> Value
  ) async throws(AuthError) -> Value {
    let fault = lock.withLock {
      begun += 1
      return isRestore ? restoreFaults.popLast() : faults.popLast()
    }
    defer { lock.withLock { ended += 1 } }
    switch fault {
    case .failure(let error): throw error
    case .late: for _ in 0..<50 { await Task.yield() }
    case .silence: await withCheckedContinuation { continuation in lock.withLock { silent.append(continuation) } }
    case nil: break
    }
    return try await call()
  }
}
