import Accounts
import Foundation
import LocalAccounts
import Testing

@Test func `asking a store that does not exist makes none`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  #expect(await refusal { try await accounts.autoLogin(Secret("x")) } == .userTokenExpired)
  #expect(await refusal { try await accounts.userInfo(Secret("x")) } == .userTokenExpired)
  #expect(await refusal { try await accounts.account(ada) } == .userNotFound)
  #expect(await refusal { try await accounts.delete(ada) } == .userNotFound)
  #expect(try await accounts.accounts(limit: 5).isEmpty)
  #expect(try await accounts.clockOffset() == .zero)
  try await accounts.logout(Secret("x"))
  #expect(!store.exists)
}

@Test func `the files are for their owner alone, and so is the folder that is made for them`() async throws {
  let store = try TestStore()
  let path = store.folder.appendingPathComponent("new/deep/accounts.db").path
  let accounts = LocalAccounts(path: path, profile: .durable)
  _ = try await accounts.login(.anonymous)
  func mode(_ path: String) throws -> Int {
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
    return try #require(mode).intValue
  }
  for file in [path, path + "-wal", path + "-shm"] { #expect(try mode(file) == 0o600) }
  #expect(try mode(store.folder.appendingPathComponent("new").path) == 0o700)
  #expect(try mode(store.folder.appendingPathComponent("new/deep").path) == 0o700)
}

@Test func `a store that others could read is taken from them`() async throws {
  let store = try TestStore()
  _ = try await store.open().login(.anonymous)
  chmod(store.path, 0o644)
  _ = try await store.open().login(.anonymous)
  let mode = try FileManager.default.attributesOfItem(atPath: store.path)[.posixPermissions] as? NSNumber
  #expect(mode == 0o600)
}

@Test(arguments: [StoreProfile.throwaway, .durable])
func `a store knows for itself what it is`(_ made: StoreProfile) async throws {
  let store = try TestStore()
  _ = try await store.open(made).login(.anonymous)
  _ = try await store.open(made == .durable ? .throwaway : .durable).createUser(email: ada, password: password)
  let database = try store.connection()
  let cost = try database.first("SELECT password FROM accounts WHERE email = '\(ada)'") { $0.text(0) } ?? nil
  #expect(cost?.hasPrefix(made == .durable ? "$scrypt$ln=15,r=8,p=3$" : "$scrypt$ln=4,") == true)
  #expect(try database.first("PRAGMA journal_mode") { $0.text(0) } == (made == .durable ? "wal" : "delete"))
}

@Test(arguments: [StoreProfile.throwaway, .durable])
func `what one process wrote the next one finds`(_ profile: StoreProfile) async throws {
  let store = try TestStore()
  let session = try await store.open(profile).createUser(email: ada, password: password)
  #expect(try await store.open(profile).autoLogin(session.refreshToken) == session)
}

@Test func `a store whose file was deleted starts anew and does not write into the void`() async throws {
  let store = try TestStore()
  let accounts = store.open(.durable)
  let session = try await accounts.login(.anonymous)
  for end in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: store.path + end) }
  #expect(await refusal { try await accounts.autoLogin(session.refreshToken) } == .userTokenExpired)
  #expect(!store.exists)
  let fresh = try await accounts.login(.anonymous)
  #expect(try await store.open().accounts(limit: 9).map(\.uid) == [fresh.account.uid])
}

@Test func `another store put in its place is the one that counts`() async throws {
  let (store, other) = (try TestStore(), try TestStore())
  let accounts = store.open()
  _ = try await accounts.login(.anonymous)
  let session = try await other.open().createUser(email: ada, password: password)
  try FileManager.default.removeItem(atPath: store.path)
  try FileManager.default.moveItem(atPath: other.path, toPath: store.path)
  #expect(try await accounts.accounts(limit: 9) == [session.account])
}

@Test(arguments: [StoreProfile.throwaway, .durable])
func `two processes making accounts at once lose none`(_ profile: StoreProfile) async throws {
  let store = try TestStore()
  let both = [store.open(profile), store.open(profile)]
  let count = 200
  let uids = try await withThrowingTaskGroup(of: String.self) { group in
    for index in 0..<(2 * count) {
      group.addTask {
        // At its true cost a password would take minutes here.
        profile == .durable
          ? try await both[index % 2].login(.anonymous).account.uid
          : try await both[index % 2].createUser(email: "\(index)@x", password: password).account.uid
      }
    }
    return try await group.reduce(into: Set()) { $0.insert($1) }
  }
  #expect(uids.count == 2 * count)
  #expect(try await Set(both[0].accounts(limit: 1000).map(\.uid)) == uids)
}

@Test func `of many who ask for one address at once exactly one gets it`() async throws {
  let store = try TestStore()
  let answers = await withTaskGroup(of: AuthError?.self) { group in
    for _ in 0..<16 {
      group.addTask { await refusal { try await store.open().createUser(email: ada, password: password) } }
    }
    return await group.reduce(into: []) { $0.append($1) }
  }
  #expect(answers.count { $0 == nil } == 1)
  #expect(answers.count { $0 == .emailAlreadyInUse } == 15)
}
