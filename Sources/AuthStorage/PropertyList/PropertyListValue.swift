public import Foundation

/// Anything that a property list can hold.
public enum PropertyListValue: Sendable, Equatable {
  /// Text; control characters are allowed.
  case string(String)
  /// A whole number.
  case integer(Int)
  /// A whole number above `Int.max`, which other programs may have stored.
  case unsigned(UInt)
  /// A number with a fraction.
  case real(Double)
  /// Yes or no.
  case boolean(Bool)
  /// A point in time; the file keeps whole seconds.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// Values in order.
  case array([PropertyListValue])
  /// Values by name.
  case dictionary([String: PropertyListValue])
}

extension PropertyListValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// A number with a fraction.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// Yes or no.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// Values in order.
  public init(arrayLiteral elements: PropertyListValue...) { self = .array(elements) }
  /// Values by name; of two with one name the last counts.
  public init(dictionaryLiteral elements: (String, PropertyListValue)...) {
    self = .dictionary(Dictionary(elements) { _, last in last })
  }
}

extension PropertyListValue {
  /// The value as the file will give it back: dates lose their fraction of a second.
  var stored: PropertyListValue {
    switch self {
    case .date(let date):
      .date(Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded(.down)))
    case .array(let values): .array(values.map(\.stored))
    case .dictionary(let values): .dictionary(values.mapValues(\.stored))
    case .string, .integer, .unsigned, .real, .boolean, .data: self
    }
  }
}
