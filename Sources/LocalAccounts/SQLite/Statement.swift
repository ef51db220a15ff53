internal import Accounts
internal import CSQLite

/// One prepared statement; lives as long as its ``Database``.
final class Statement {
  private let pointer: OpaquePointer
  private let database: OpaquePointer

  /// Compiles `sql` for the open connection `database`.
  init(_ sql: String, in database: OpaquePointer) throws(AuthError) {
    var compiled: OpaquePointer?
    let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
    guard code == SQLITE_OK, let compiled else { throw lastFault(of: database) }
    self.pointer = compiled
    self.database = database
  }

  deinit { sqlite3_finalize(pointer) }

  /// Runs the statement once with `values`, hands each row to `body`, and leaves it ready for the next run.
  func run(_ values: [SQLValue], _ body: (Row) throws(AuthError) -> Void) throws(AuthError) {
    defer {
      sqlite3_reset(pointer)
      sqlite3_clear_bindings(pointer)
    }
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
    while true {
      switch sqlite3_step(pointer) {
      case SQLITE_ROW: try body(Row(pointer: pointer))
      case SQLITE_DONE: return
      default: throw lastFault(of: database)
      }
    }
  }

  private func bind(_ value: SQLValue, at index: Int32) throws(AuthError) {
    let code =
      switch value {
      case .null: sqlite3_bind_null(pointer, index)
      case .integer(let number): sqlite3_bind_int64(pointer, index, number)
      case .text(let text): sqlite3_bind_text(pointer, index, text, Int32(clamping: text.utf8.count), copied)
      case .blob(let bytes): sqlite3_bind_blob(pointer, index, bytes, Int32(clamping: bytes.count), copied)
      }
    guard code == SQLITE_OK else { throw lastFault(of: database) }
  }

  /// `SQLITE_TRANSIENT`, which the importer cannot read: the library takes a copy of its own.
  private var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}

/// One row of an answer; valid only while it is being read.
package struct Row {
  fileprivate let pointer: OpaquePointer

  /// The number in a column, 0 where there is none.
  package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

  /// Whether the truth value in a column is set.
  package func flag(_ column: Int32) -> Bool { integer(column) != 0 }

  /// The text in a column; `nil` where there is none.
  package func text(_ column: Int32) -> String? {
    guard let start = sqlite3_column_text(pointer, column) else { return nil }
    let count = Int(sqlite3_column_bytes(pointer, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The bytes in a column; none where there is no value.
  package func blob(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(pointer, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column))))
  }
}

/// What the connection last complained of.
func lastFault(of database: OpaquePointer) -> AuthError {
  .sqlite(
    sqlite3_extended_errcode(database), errno: sqlite3_system_errno(database),
    message: String(cString: sqlite3_errmsg(database)))
}
