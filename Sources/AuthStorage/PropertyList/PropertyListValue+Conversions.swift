import Foundation

// The conversions of UserDefaults: a value of another type is read as far as that makes sense.
extension PropertyListValue {
  /// The text, or a number as text; booleans are "1" and "0".
  var asString: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .unsigned(let number): String(number)
    case .real(let number): String(number)
    case .boolean(let flag): flag ? "1" : "0"
    case .date, .data, .array, .dictionary: nil
    }
  }

  /// A number other than 0, or text that starts as YES, true or a number other than 0 does.
  var asBool: Bool {
    switch self {
    case .boolean(let flag): flag
    case .integer(let number): number != 0
    case .unsigned: true
    case .real(let number): number != 0
    case .string(let text): (text as NSString).boolValue
    case .date, .data, .array, .dictionary: false
    }
  }

  /// The number without its fraction, or the number that text starts with; 0 for anything else.
  var asInteger: Int {
    switch self {
    case .integer(let number): number
    case .unsigned: .max
    case .real(let number): number.isNaN ? 0 : Int(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
    case .boolean(let flag): flag ? 1 : 0
    case .string(let text): (text as NSString).integerValue
    case .date, .data, .array, .dictionary: 0
    }
  }

  /// The number, or the number that text starts with; 0 for anything else.
  var asDouble: Double {
    switch self {
    case .integer(let number): Double(number)
    case .unsigned(let number): Double(number)
    case .real(let number): number
    case .boolean(let flag): flag ? 1 : 0
    case .string(let text): (text as NSString).doubleValue
    case .date, .data, .array, .dictionary: 0
    }
  }

  /// A few words for the journal: the value where it is short, else its kind and size.
  var summary: String {
    switch self {
    case .string(let text): text.utf8.count <= 64 ? text : "\(text.prefix(61))..."
    case .boolean(let flag): String(flag)
    case .integer, .unsigned, .real: asString ?? ""
    case .date(let date): date.formatted(.iso8601)
    case .data(let data): "\(data.count) bytes"
    case .array(let values): "\(values.count) values"
    case .dictionary(let values): "\(values.count) keys"
    }
  }
}
