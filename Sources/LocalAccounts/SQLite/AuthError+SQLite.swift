package import Accounts
internal import CSQLite
internal import Foundation

extension AuthError {
  /// Sorts a result of SQLite into the store's faults.
  ///
  /// `code` is the extended one; `errno` is what the operating system said below it, or 0; `message` is the library's
  /// words, which never hold a value that was bound.
  package static func sqlite(_ code: Int32, errno: Int32, message: String) -> AuthError {
    switch errno {
    case ENOSPC, EDQUOT: return .store(.full)
    case EROFS: return .store(.readOnly)
    default: break
    }
    if code == SQLITE_READONLY_DBMOVED { return .store(.unusable("the file was moved while it was open")) }
    switch code & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED: return .store(.locked)
    case SQLITE_CORRUPT, SQLITE_NOTADB: return .store(.corrupt)
    case SQLITE_READONLY: return .store(.readOnly)
    case SQLITE_FULL: return .store(.full)
    case _ where errno != 0: return .store(.unusable("\(message): \(String(cString: strerror(errno)))"))
    default: return .store(.unusable(message))
    }
  }
}

// The header spells this one as an expression, which does not come across.
private let SQLITE_READONLY_DBMOVED = SQLITE_READONLY | (4 << 8)
