/// A value handed to a statement's `?`.
package enum SQLValue: Equatable, Sendable {
  /// No value.
  case null
  /// A number or a truth value.
  case integer(Int64)
  /// Text in UTF-8.
  case text(String)
  /// Bytes.
  case blob([UInt8])

  /// Text, or no value.
  package static func text(orNull text: String?) -> SQLValue { text.map { .text($0) } ?? .null }
  /// A truth value, kept as 0 or 1.
  package static func flag(_ isSet: Bool) -> SQLValue { .integer(isSet ? 1 : 0) }
}
