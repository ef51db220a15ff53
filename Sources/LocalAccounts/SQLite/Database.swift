package import Accounts
internal import CSQLite

/// One connection to an SQLite file. Its owner uses it from one thread at a time.
package final class Database {
  private let handle: OpaquePointer
  private let patience: Patience
  private var statements: [String: Statement] = [:]

  /// Opens the file at `path`, which must exist.
  ///
  /// Nothing of it is read yet: whether it is a database shows at the first statement. A statement waits `busyTimeout`
  /// for another process before it gives up with `locked`.
  package init(path: String, busyTimeout: Duration) throws(AuthError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened else { throw .store(.unusable("out of memory")) }
    handle = opened
    patience = Patience(limit: busyTimeout)
    guard code == SQLITE_OK else { throw lastFault(of: opened) }
    sqlite3_extended_result_codes(opened, 1)
    sqlite3_busy_handler(
      opened,
      { patience, tries in
        guard let patience else { return 0 }
        return Unmanaged<Patience>.fromOpaque(patience).takeUnretainedValue().tryAgain(after: tries) ? 1 : 0
      }, Unmanaged.passUnretained(patience).toOpaque())
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(handle)
  }

  /// Runs several statements that take and give no values.
  package func script(_ sql: String) throws(AuthError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw lastFault(of: handle) }
  }

  /// Runs a statement for its effect.
  /// - Returns: how many rows it changed.
  @discardableResult
  package func run(_ sql: String, _ values: SQLValue...) throws(AuthError) -> Int {
    try statement(sql).run(values) { _ in }
    return Int(sqlite3_changes64(handle))
  }

  /// The first row of an answer, read by `read`; `nil` where there is none.
  package func first<T>(
    _ sql: String, _ values: SQLValue..., read: (Row) throws(AuthError) -> T
  ) throws(AuthError) -> T? {
    var found: T?
    try statement(sql).run(values) { (row) throws(AuthError) in
      if found == nil { found = try read(row) }
    }
    return found
  }

  /// All rows of an answer.
  package func all<T>(
    _ sql: String, _ values: SQLValue..., read: (Row) throws(AuthError) -> T
  ) throws(AuthError) -> [T] {
    var found: [T] = []
    try statement(sql).run(values) { (row) throws(AuthError) in found.append(try read(row)) }
    return found
  }

  /// The one number a statement answers; 0 where it answers none.
  package func number(_ sql: String, _ values: SQLValue...) throws(AuthError) -> Int64 {
    var found: Int64 = 0
    try statement(sql).run(values) { (row) in found = row.integer(0) }
    return found
  }

  /// Does `body` wholly or not at all: commits when it returns, takes everything back when it throws.
  package func transaction<T>(
    _ mode: TransactionMode, _ body: () throws(AuthError) -> T
  ) throws(AuthError) -> T {
    try run(mode.rawValue)
    do {
      let value = try body()
      try run("COMMIT")
      return value
    } catch {
      // After some faults SQLite has rolled back by itself. Its own failure would hide the one that led here.
      if sqlite3_get_autocommit(handle) == 0 { _ = try? run("ROLLBACK") }
      throw error
    }
  }

  /// The statements it has run so far.
  var known: [String] { Array(statements.keys) }

  private func statement(_ sql: String) throws(AuthError) -> Statement {
    if let known = statements[sql] { return known }
    let fresh = try Statement(sql, in: handle)
    statements[sql] = fresh
    return fresh
  }
}

/// How a transaction begins.
package enum TransactionMode: String, Sendable {
  /// Sees one state of the file and changes nothing.
  case read = "BEGIN"
  /// Takes the write lock at once, so that what it reads still holds when it writes.
  case write = "BEGIN IMMEDIATE"
}
