import Accounts
import Foundation
import LocalAccounts
import Testing

/// Sixteen clients on one store, each with a connection of its own: they sign in, refresh, revoke and delete at once.
///
/// `AUTHSH_SECONDS` says for how long; `.ci/clients` does it for a minute.
@Suite struct ManyClientsTests {
  private static let clients = 16
  private static let limit =
    ProcessInfo.processInfo.environment["AUTHSH_SECONDS"].flatMap { Int($0) }.map { Duration.seconds($0) }

  @Test(.timeLimit(.minutes(15)))
  func `no client waits for ever, is told of a lock, or gets in with a token that was revoked`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("clients-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let register = TokenRegister()
    let end = Self.limit.map { ContinuousClock.now + $0 }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<Self.clients {
        group.addTask {
          let service = LocalAccounts(path: folder.appendingPathComponent("accounts.db").path, profile: .throwaway)
          var client = Client(service: service, register: register, random: Seeded(Seeded.seed + UInt64(number)))
          var steps = 0
          while end.map({ ContinuousClock.now < $0 }) ?? (steps < 150), await register.violation == nil {
            await client.step()
            steps += 1
          }
        }
      }
    }
    #expect(await register.violation == nil, "AUTHSH_SEED=\(Seeded.seed)")
    print("clients: \(await register.counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
    #expect(await register.counts["revoked token refused", default: 0] > 0)
  }
}

/// Which tokens were given out, and which of them must be refused: those that were out when a revocation began that has since
/// been acknowledged.
private actor TokenRegister {
  private var out: [String: Set<String>] = [:]
  private var dead: Set<String> = []
  private(set) var counts: [String: Int] = [:]
  private(set) var violation: String?

  func gaveOut(_ session: Session, _ email: String) {
    out[email, default: []].insert(session.refreshToken.reveal())
    if let token = session.idToken { out[email, default: []].insert(token.reveal()) }
  }

  func some(of email: String, or other: Bool) -> String? { other ? dead.randomElement() : out[email]?.randomElement() }
  func outNow(_ email: String) -> Set<String> { out[email] ?? [] }
  func isDead(_ token: String) -> Bool { dead.contains(token) }

  func revoked(_ tokens: Set<String>, _ email: String) {
    dead.formUnion(tokens)
    out[email]?.subtract(tokens)
  }

  func count(_ what: String) { counts[what, default: 0] += 1 }
  func report(_ what: String) { violation = violation ?? what }
}

/// One client.
private struct Client {
  let service: LocalAccounts
  let register: TokenRegister
  var random: Seeded

  private static let password = Secret("hunter22")

  mutating func step() async {
    let email = "p\(Int.random(in: 0..<4, using: &random))@example.com"
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<6: await open(email)
    case 6..<16: await use(await register.some(of: email, or: Bool.random(using: &random)), email)
    case 16..<19: await revoke(email)
    default: await ended("delete", email) { () async throws(AuthError) in _ = try await service.delete(email) }
    }
  }

  private func open(_ email: String) async {
    do {
      await register.gaveOut(try await service.login(.password(email: email, Self.password)), email)
      await register.count("signed in")
    } catch AuthError.invalidCredential, AuthError.tooManyRequests {
      // Nobody has the address just now.
      if let session = try? await service.createUser(email: email, password: Self.password) {
        await register.gaveOut(session, email)
      }
    } catch { await register.report("sign-in: \(error)") }
  }

  /// Presents a token, of either kind.
  private func use(_ token: String?, _ email: String) async {
    guard let token else { return }
    let mustFail = await register.isDead(token)
    do throws(AuthError) {
      if token.contains(".") {
        _ = try await service.lookup(Secret(token))
      } else {
        await register.gaveOut(try await service.refresh(Secret(token)), email)
      }
      if mustFail { await register.report("a revoked token got in") }
      await register.count("token accepted")
    } catch {
      guard error == .userTokenExpired || error == .idTokenExpired else {
        return await register.report("use: \(error)")
      }
      await register.count(mustFail ? "revoked token refused" : "token refused")
    }
  }

  private func revoke(_ email: String) async {
    await ended("revoke", email) { () async throws(AuthError) in _ = try await service.revoke(email) }
  }

  /// Ends all sessions of an account; once that is acknowledged, no token that was out before gets in.
  private func ended(_ what: String, _ email: String, _ end: () async throws(AuthError) -> Void) async {
    let before = await register.outNow(email)
    do throws(AuthError) {
      try await end()
      await register.revoked(before, email)
      await register.count(what)
    } catch {
      if error != .userNotFound { await register.report("\(what): \(error)") }
    }
  }
}
