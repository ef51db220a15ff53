/// Base64 without padding (RFC 4648). Byte by byte, because a token of some hundred letters is made at each sign-in.
enum Base64 {
  /// The standard alphabet.
  static func encode(_ bytes: [UInt8]) -> String { standard.encode(bytes) }

  /// The alphabet for URLs and file names.
  static func encodeForURL(_ bytes: [UInt8]) -> String { url.encode(bytes) }

  /// Reads the standard alphabet; `nil` for text that `encode` would not have written.
  static func decode(_ text: String) -> [UInt8]? { standard.decode(text.utf8) }

  /// Reads the alphabet for URLs; `nil` for text that `encodeForURL` would not have written.
  static func decodeFromURL(_ text: some Sequence<UInt8>) -> [UInt8]? { url.decode(text) }

  private static let standard = Alphabet(last: "+/")
  private static let url = Alphabet(last: "-_")
}

/// The letters for the sixty-four values, and the values of all bytes as letters.
private struct Alphabet {
  private let letters: [UInt8]
  private var values = [UInt8](repeating: nothing, count: 256)

  private static let nothing: UInt8 = 255

  init(last: String) {
    letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789\(last)".utf8)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
  }

  func encode(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: (bytes.count * 8 + 5) / 6) { text in
      var (bits, waiting, count): (UInt32, UInt32, Int) = (0, 0, 0)
      func write(_ value: UInt32) {
        text[count] = letters[Int(value & 63)]
        count += 1
      }
      for byte in bytes {
        bits = bits << 8 | UInt32(byte)
        waiting += 8
        while waiting >= 6 {
          waiting -= 6
          write(bits >> waiting)
        }
      }
      if waiting > 0 { write(bits << (6 - waiting)) }
      return count
    }
  }

  func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, waiting): (UInt32, UInt32) = (0, 0)
    for letter in text {
      let value = values[Int(letter)]
      guard value != Self.nothing else { return nil }
      bits = bits << 6 | UInt32(value)
      waiting += 6
      guard waiting >= 8 else { continue }
      waiting -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> waiting))
    }
    // What is left over must be less than a letter, and zeros: otherwise one value could be written in several ways.
    guard waiting < 6, bits & (1 << waiting - 1) == 0 else { return nil }
    return bytes
  }
}
