import CSQLite
import Foundation

/// The fsyncs of a sign-in and nothing else: one row committed, then two files replaced, all of them on the disk at the end.
@MainActor
final class BareSignIn {
  private let folder: String
  private let contents: [(name: String, bytes: [UInt8])]
  private let database: OpaquePointer
  private let insert: OpaquePointer

  /// Makes a folder and a database in it; `vault` and `settings` are the sizes of the files in bytes.
  init(in folder: String, vault: Int, settings: Int) throws {
    self.folder = folder
    contents = [("vault", Array(repeating: 65, count: vault)), ("settings", Array(repeating: 66, count: settings))]
    guard mkdir(folder, 0o700) == 0 else { throw BenchError("cannot make \(folder): \(lastError)") }
    var opened: OpaquePointer?
    let schema = """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
      CREATE TABLE sessions (id INTEGER PRIMARY KEY, token BLOB NOT NULL UNIQUE, begun_at INTEGER NOT NULL) STRICT;
      """
    var compiled: OpaquePointer?
    guard sqlite3_open("\(folder)/bare.db", &opened) == SQLITE_OK, let opened,
      sqlite3_exec(opened, schema, nil, nil, nil) == SQLITE_OK,
      sqlite3_prepare_v2(opened, "INSERT INTO sessions VALUES (NULL, randomblob(32), 0)", -1, &compiled, nil)
        == SQLITE_OK,
      let compiled
    else { throw BenchError("the bare database cannot be made") }
    database = opened
    insert = compiled
  }

  isolated deinit {
    sqlite3_finalize(insert)
    sqlite3_close(database)
  }

  /// Signs out: as authsh's, the vault is gone before the next sign-in.
  func reset() { unlink("\(folder)/vault") }

  /// Does it once.
  func run() throws {
    guard sqlite3_step(insert) == SQLITE_DONE, sqlite3_reset(insert) == SQLITE_OK else {
      throw BenchError("the bare commit failed")
    }
    for (name, bytes) in contents { try replace(name, with: bytes) }
  }

  private func replace(_ name: String, with bytes: [UInt8]) throws {
    let (file, temporary) = ("\(folder)/\(name)", "\(folder)/\(name).tmp")
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    guard write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0, rename(temporary, file) == 0
    else {
      throw BenchError("the bare write failed: \(lastError)")
    }
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(directory) }
    guard fsync(directory) == 0 else { throw BenchError("the bare fsync failed: \(lastError)") }
  }
}
