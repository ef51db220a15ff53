/// Turns the bytes of keys into the characters libedit edits, and back, without losing a byte.
///
/// A byte that is not part of valid UTF-8 becomes U+DC00 plus its value, as in Python's PEP 383: no valid text holds
/// such a scalar, so the line leaves as the bytes it came as.
struct KeyDecoder {
  private var held: [UInt8] = []

  /// Takes one byte and gives the characters that are complete with it.
  mutating func take(_ byte: UInt8) -> [Int32] {
    if held.isEmpty && byte < 0x80 { return [Int32(byte)] }
    held.append(byte)
    var parser = Unicode.UTF8.ForwardParser()
    var bytes = held.makeIterator()
    switch parser.parseScalar(from: &bytes) {
    case .valid(let encoded):
      held = []
      return [Int32(Unicode.UTF8.decode(encoded).value)]
    case .emptyInput, .error:
      return isUnfinished ? [] : flush(last: byte)
    }
  }

  /// Whether more bytes can still make `held` a character.
  private var isUnfinished: Bool {
    guard let first = held.first, first >= 0xC2, first <= 0xF4 else { return false }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    return held.count < length && held.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
  }

  /// Gives up on the held bytes; the last one may begin anew.
  private mutating func flush(last: UInt8) -> [Int32] {
    let stray = held.count > 1 && last & 0xC0 != 0x80 ? held.dropLast() : held[...]
    let isAnew = stray.count < held.count
    held = []
    return stray.map { 0xDC00 + Int32($0) } + (isAnew ? take(last) : [])
  }
}

/// The bytes of edited characters.
func bytes(of characters: some Sequence<Int32>) -> [UInt8] {
  var bytes: [UInt8] = []
  for character in characters {
    if character < 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: character))
    } else if let scalar = Unicode.Scalar(UInt32(bitPattern: character)) {
      bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    } else {
      bytes.append(UInt8(truncatingIfNeeded: character))
    }
  }
  return bytes
}

/// The text of edited characters; stray bytes become U+FFFD.
func text(of characters: some Sequence<Int32>) -> String {
  var text = String.UnicodeScalarView()
  for character in characters { text.append(Unicode.Scalar(UInt32(bitPattern: character)) ?? "\u{FFFD}") }
  return String(text)
}

/// Text as libedit takes it: characters and a terminating zero. A zero inside is left out.
func characters(of text: some StringProtocol) -> [Int32] {
  text.unicodeScalars.lazy.filter { $0.value != 0 }.map { Int32($0.value) } + [0]
}
