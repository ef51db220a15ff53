internal import Accounts
internal import Foundation

/// JSON that is the same for the same value: members in order of their names, nothing escaped without need.
enum JSON {
  /// Writes a value.
  static func encode(_ value: some Encodable) throws(AuthError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return [UInt8](try encoder.encode(value)) } catch { throw .store(.unusable("JSON: \(error)")) }
  }

  /// Reads a value; `nil` where there is none of its kind.
  static func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) -> T? {
    try? JSONDecoder().decode(type, from: Data(bytes))
  }
}
