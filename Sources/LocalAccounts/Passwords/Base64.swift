internal import Foundation

/// Base64 without padding (RFC 4648).
enum Base64 {
  /// The standard alphabet.
  static func encode(_ bytes: [UInt8]) -> String {
    String(Data(bytes).base64EncodedString().prefix { $0 != "=" })
  }

  /// The alphabet for URLs and file names.
  static func encodeForURL(_ bytes: [UInt8]) -> String {
    String(encode(bytes).map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
  }

  /// Reads the standard alphabet; `nil` for text that `encode` would not have written.
  static func decode(_ text: String) -> [UInt8]? {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: text + padding) else { return nil }
    let bytes = [UInt8](data)
    return encode(bytes) == text ? bytes : nil
  }

  /// Reads the alphabet for URLs, as strictly.
  static func decodeForURL(_ text: String) -> [UInt8]? {
    guard !text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }) else { return nil }
    return decode(String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }))
  }
}
