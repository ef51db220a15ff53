import Accounts
import Foundation
import LocalAccounts
import Testing

/// Checks that a store with `bytes` for a file is refused with `fault`, and that the file is left as it is.
private func check(_ bytes: Data, isRefusedAs fault: (_ path: String) -> StoreFault) async throws {
  let store = try TestStore()
  let fault = AuthError.store(fault(store.path))
  let url = URL(fileURLWithPath: store.path)
  try bytes.write(to: url)
  let accounts = store.open(.durable)
  #expect(await refusal { try await accounts.autoLogin(Secret("x")) } == fault)
  #expect(await refusal { try await accounts.createUser(email: ada, password: password) } == fault)
  #expect(try Data(contentsOf: url) == bytes)
}

/// The bytes of a store after `changes` were made to it.
private func bytes(_ changes: String) async throws -> Data {
  let store = try TestStore()
  _ = try await store.open().createUser(email: ada, password: password)
  try store.connection().script(changes)
  return try Data(contentsOf: URL(fileURLWithPath: store.path))
}

@Test func `a file that is no database is refused and left alone`() async throws {
  try await check(Data(repeating: 0x55, count: 10_000), isRefusedAs: { _ in .corrupt })
  try await check(Data("hello".utf8), isRefusedAs: { _ in .corrupt })
}

@Test func `a store of a later version is refused and left alone`() async throws {
  try await check(try await bytes("PRAGMA user_version = 99"), isRefusedAs: { _ in .newer(version: 99) })
}

@Test func `another program's database is refused and left alone`() async throws {
  let foreign = { (path: String) in StoreFault.unusable("\(path): an SQLite file, but no account store") }
  try await check(try await bytes("PRAGMA application_id = 1"), isRefusedAs: foreign)
  try await check(try await bytes("PRAGMA user_version = 0"), isRefusedAs: foreign)
  try await check(try await bytes("PRAGMA user_version = -1"), isRefusedAs: foreign)
}

@Test func `a damaged page is told or survived, never trapped on`() async throws {
  let whole = try await bytes("")
  var told = 0
  for start in stride(from: 0, to: whole.count, by: 512) {
    let store = try TestStore()
    var damaged = whole
    for index in start..<min(start + 64, whole.count) { damaged[index] ^= 0xFF }
    try damaged.write(to: URL(fileURLWithPath: store.path))
    let accounts = store.open()
    for answer in [
      await refusal { try await accounts.accounts(limit: 9) },
      await refusal { try await accounts.login(.password(email: ada, password)) },
      await refusal { try await accounts.createUser(email: "bob@example.com", password: password) },
    ] {
      guard let answer else { continue }
      if case .store = answer { told += 1 } else { #expect(answer == .invalidCredential) }
    }
  }
  #expect(told > 10)
}

@Test func `a store cut short is told as damage`() async throws {
  let whole = try await bytes("")
  try await check(whole.prefix(whole.count / 2), isRefusedAs: { _ in .corrupt })
}

@Test func `an empty file is a store yet to be`() async throws {
  let store = try TestStore()
  #expect(FileManager.default.createFile(atPath: store.path, contents: nil))
  _ = try await store.open().createUser(email: ada, password: password)
}

@Test func `a folder or a link to nothing in its place is named`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  try FileManager.default.createDirectory(atPath: store.path, withIntermediateDirectories: false)
  #expect(
    await refusal { try await accounts.login(.anonymous) } == .store(.unusable("\(store.path): not a plain file")))
  rmdir(store.path)
  symlink("/nowhere/at/all", store.path)
  #expect(
    await refusal { try await accounts.login(.anonymous) } == .store(.unusable("\(store.path): a link to nothing")))
  unlink(store.path)
  _ = try await accounts.login(.anonymous)
}

@Test func `a plain file where a folder should be is named`() async throws {
  let store = try TestStore()
  #expect(FileManager.default.createFile(atPath: store.path, contents: nil))
  let accounts = LocalAccounts(path: store.path + "/accounts.db", profile: .throwaway)
  let fault = AuthError.store(.unusable("\(store.path)/accounts.db: Not a directory"))
  #expect(await refusal { try await accounts.login(.anonymous) } == fault)
}

@Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
func `a store of another user is refused`() async throws {
  let store = try TestStore()
  _ = try await store.open().login(.anonymous)
  chown(store.path, 12_345, 12_345)
  let fault = AuthError.store(.unusable("\(store.path): belongs to another user, uid 12345"))
  #expect(await refusal { try await store.open().login(.anonymous) } == fault)
}

@Test(.enabled(if: geteuid() != 0, "permissions do not bind root"), arguments: [StoreProfile.throwaway, .durable])
func `a store that may not be written is told as such and works again when it may`(_ profile: StoreProfile) async throws
{
  let store = try TestStore()
  let accounts = store.open(profile)
  let session = try await accounts.login(.anonymous)
  chmod(store.path, 0o400)
  chmod(store.folder.path, 0o500)
  let fresh = store.open(profile)
  #expect(await refusal { try await fresh.login(.anonymous) } == .store(.readOnly))
  chmod(store.folder.path, 0o700)
  chmod(store.path, 0o600)
  #expect(try await fresh.autoLogin(session.refreshToken) == session)
  _ = try await fresh.login(.anonymous)
}

@Test(arguments: [StoreProfile.throwaway, .durable])
func `a store held by another program is told as locked and works again when released`(
  _ profile: StoreProfile
) async throws {
  let store = try TestStore()
  let accounts = store.open(profile, busyTimeout: .milliseconds(20))
  let session = try await accounts.login(.anonymous)
  let other = try store.connection()
  try other.script("BEGIN IMMEDIATE")
  #expect(await refusal { try await accounts.login(.anonymous) } == .store(.locked))
  #expect(await refusal { try await accounts.delete(session.account.uid) } == .store(.locked))
  #expect(try await accounts.userInfo(session.refreshToken) == session.account)
  try other.script("ROLLBACK")
  _ = try await accounts.login(.anonymous)
  #expect(try await accounts.accounts(limit: 9).count == 2)
}

@Test func `a store held while it is opened is told as locked too`() async throws {
  let store = try TestStore()
  _ = try await store.open().login(.anonymous)
  let other = try store.connection()
  try other.script("BEGIN EXCLUSIVE")
  let late = store.open(busyTimeout: .milliseconds(20))
  #expect(await refusal { try await late.accounts(limit: 1) } == .store(.locked))
  try other.script("COMMIT")
  #expect(try await late.accounts(limit: 9).count == 1)
}

@Test func `no room takes the whole transaction back and leaves the connection usable`() async throws {
  let store = try TestStore()
  _ = try await store.open().createUser(email: ada, password: password)
  let database = try store.connection()
  try database.script("PRAGMA max_page_count = 1")
  #expect(throws: AuthError.store(.full)) {
    try database.transaction(.write) { () throws(AuthError) in
      try database.run("DELETE FROM sessions")
      try database.run("UPDATE accounts SET display_name = hex(zeroblob(100000))")
    }
  }
  #expect(try database.number("SELECT count(*) FROM sessions") == 1)
  try database.script("PRAGMA max_page_count = 1000000")
  try database.run("UPDATE accounts SET display_name = hex(zeroblob(100000))")
}

@Test(arguments: [
  (5, 0, StoreFault.locked), (6, 0, .locked), (261, 0, .locked), (517, 0, .locked), (11, 0, .corrupt),
  (26, 0, .corrupt), (8, 0, .readOnly), (776, 0, .readOnly), (13, 0, .full), (778, ENOSPC, .full),
  (778, EDQUOT, .full), (14, EROFS, .readOnly), (1032, 0, .unusable("the file was moved while it was open")),
  (778, EIO, .unusable("words: Input/output error")), (1, 0, .unusable("words")),
])
func `each result of SQLite is sorted into its fault`(_ code: Int32, _ errno: Int32, _ fault: StoreFault) {
  #expect(AuthError.sqlite(code, errno: errno, message: "words") == .store(fault))
}
