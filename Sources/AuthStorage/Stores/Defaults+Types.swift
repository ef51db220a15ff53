public import Foundation

// UserDefaults' typed verbs. A value of another type is converted as far as that makes sense.
extension Defaults {
  /// The value as yes or no: a number other than 0, "YES", "true", "1"; false if there is none.
  public func bool(forKey key: String) -> Bool { object(forKey: key)?.asBool ?? false }

  /// The value as text, numbers included; nil if there is none or it is of another type.
  public func string(forKey key: String) -> String? { object(forKey: key)?.asString }

  /// The value as a whole number, also from text; 0 if there is none.
  public func integer(forKey key: String) -> Int { object(forKey: key)?.asInteger ?? 0 }

  /// The value as a number, also from text; 0 if there is none.
  public func double(forKey key: String) -> Double { object(forKey: key)?.asDouble ?? 0 }

  /// The value if it is bytes.
  public func data(forKey key: String) -> Data? {
    guard case .data(let data) = object(forKey: key) else { return nil }
    return data
  }

  /// The value if it is a date.
  public func date(forKey key: String) -> Date? {
    guard case .date(let date) = object(forKey: key) else { return nil }
    return date
  }

  /// The value if it is an array.
  public func array(forKey key: String) -> [PropertyListValue]? {
    guard case .array(let values) = object(forKey: key) else { return nil }
    return values
  }

  /// The value if it is a dictionary.
  public func dictionary(forKey key: String) -> [String: PropertyListValue]? {
    guard case .dictionary(let values) = object(forKey: key) else { return nil }
    return values
  }

  /// Changes a value in memory.
  public func set(_ value: Bool, forKey key: String) { set(.boolean(value), forKey: key) }
  /// Changes a value in memory.
  public func set(_ value: String, forKey key: String) { set(.string(value), forKey: key) }
  /// Changes a value in memory.
  public func set(_ value: Int, forKey key: String) { set(.integer(value), forKey: key) }
  /// Changes a value in memory.
  public func set(_ value: Double, forKey key: String) { set(.real(value), forKey: key) }
  /// Changes a value in memory.
  public func set(_ value: Data, forKey key: String) { set(.data(value), forKey: key) }
  /// Changes a value in memory, to the whole second.
  public func set(_ value: Date, forKey key: String) { set(.date(value), forKey: key) }
}
