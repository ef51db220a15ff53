import Accounts
import Foundation
import LocalAccounts
import Testing

/// The tables as version 1 made them. Never edited: such files are out there.
private let versionOne = """
  CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE accounts (
    id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, email TEXT UNIQUE, email_verified INTEGER NOT NULL DEFAULT 0,
    disabled INTEGER NOT NULL DEFAULT 0, display_name TEXT, photo_url TEXT, password TEXT, created_at INTEGER NOT NULL,
    last_sign_in_at INTEGER NOT NULL, valid_since INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE sessions (
    id INTEGER PRIMARY KEY, token BLOB NOT NULL UNIQUE,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, begun_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX sessions_by_account ON sessions (account);
  CREATE TABLE attempts (
    address BLOB PRIMARY KEY, failures INTEGER NOT NULL, failed_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX attempts_by_time ON attempts (failed_at);
  PRAGMA application_id = 0x61757468;
  PRAGMA user_version = 1;
  INSERT INTO meta VALUES ('throwaway', 1), ('clock_offset', 60000000000);
  """

// SHA-256 of `one`, `two` and `three`.
private let digests = [
  "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed",
  "3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3",
  "8b5b9db0c13db24256c829aa364aa90c6d2eba318b9232a4ab9313b954d3555f",
]

/// A store of version 1 with Ada, who has two sessions, and a guest, who has one.
private func oldStore() throws -> TestStore {
  let store = try TestStore()
  #expect(FileManager.default.createFile(atPath: store.path, contents: nil))
  let database = try store.connection()
  let hash = try PasswordHash(password, cost: ScryptCost(logN: 4, r: 8, p: 3), random: SystemRandom()).text
  let time = 1_690_000_000_000_000
  try database.script(versionOne)
  try database.script(
    """
    INSERT INTO accounts VALUES
      (1, 'uidOfAda', '\(ada)', 1, 0, 'Ada', NULL, '\(hash)', \(time), \(time), \(time)),
      (7, 'uidOfTheGuest', NULL, 0, 0, NULL, NULL, NULL, \(time), \(time), \(time));
    INSERT INTO sessions VALUES
      (3, x'\(digests[0])', 1, \(time)), (4, x'\(digests[1])', 1, \(time + 1)), (9, x'\(digests[2])', 7, \(time));
    """)
  return store
}

@Test func `a store of version 1 keeps its accounts and its sessions`() async throws {
  let store = try oldStore()
  let accounts = store.open()
  let session = try await accounts.autoLogin(Secret("one"))
  #expect(session.account.uid == "uidOfAda" && session.account.isEmailVerified)
  #expect(try await accounts.lookup(session.proof) == session.account)
  #expect(try JSONWebToken(session.proof).isSigned(by: store))
  #expect(try JSONWebToken(session.proof).number("auth_time") == 1_690_000_000)
  let seen = try await accounts.sessions(session.proof)
  #expect(seen.map(\.isCurrent) == [false, true] && Set(seen.map(\.id)).count == 2)
  #expect(seen.allSatisfy { $0.id.count >= 22 && $0.refreshedAt == $0.startedAt })
  #expect(try await accounts.clockOffset() == .seconds(60))

  _ = try await accounts.login(.password(email: ada, password))
  _ = try await accounts.refresh(Secret("two"))
  #expect(await refusal { try await accounts.deleteAccount(session.proof) } == .requiresRecentLogin)
  let guest = try await accounts.link(
    accounts.autoLogin(Secret("three")).proof, email: "guest@x", password: password)
  #expect(guest.account.uid == "uidOfTheGuest")
  _ = try await accounts.revoke(ada)
  #expect(await refusal { try await accounts.autoLogin(Secret("one")) } == .userTokenExpired)
}

@Test func `a store that was brought over has the tables of a new one`() async throws {
  func tables(_ store: TestStore) async throws -> [String] {
    _ = try await store.open().login(.anonymous)
    return try store.connection().all("SELECT name FROM sqlite_schema ORDER BY name") { $0.text(0) ?? "" }
  }
  let (old, new) = (try oldStore(), try TestStore())
  #expect(try await tables(old) == tables(new))
  let database = try old.connection()
  #expect(try database.number("PRAGMA user_version") == 2)
  #expect(try database.all("PRAGMA foreign_key_check") { $0.text(0) ?? "" }.isEmpty)
  #expect(try database.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
}

@Test func `a store is brought over once, however many open it`() async throws {
  let store = try oldStore()
  let tokens = try await withThrowingTaskGroup(of: Secret.self) { group in
    for _ in 0..<16 { group.addTask { try await store.open().autoLogin(Secret("one")).proof } }
    return try await group.reduce(into: []) { $0.append($1) }
  }
  #expect(Set(tokens.map { $0.reveal() }).count == 1)
  #expect(try store.connection().number("SELECT count(*) FROM keys") == 1)
}

@Test func `a store that cannot be brought over stays as it was`() async throws {
  let store = try oldStore()
  try store.connection().script("CREATE TABLE users (id)")
  let refused = await refusal { try await store.open().autoLogin(Secret("one")) }
  #expect(refused == .store(.unusable("\(store.path): table users already exists")))
  let database = try store.connection()
  #expect(try database.number("PRAGMA user_version") == 1)
  #expect(try database.number("SELECT count(*) FROM sessions WHERE begun_at > 0") == 3)
  try database.script("DROP TABLE users")
  #expect(try await store.open().autoLogin(Secret("one")).account.uid == "uidOfAda")
}
