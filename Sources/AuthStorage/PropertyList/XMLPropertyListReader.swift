import Foundation

/// Reads XML property lists: the elements of Apple's document type, and of XML only what such files use.
///
/// Declarations inside the document type are refused, so no entity can be defined, and nothing is ever fetched.
struct XMLPropertyListReader {
  private let bytes: [UInt8]
  private var position = 0

  /// Starts at the first byte, after a byte order mark.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    _ = skip("\u{FEFF}")
  }

  /// The one value of the document.
  mutating func document() throws(PropertyListError) -> PropertyListValue {
    try skipMisc()
    let root = try tag()
    guard root.name == "plist" else { throw error("expected <plist>") }
    let value = try element(try nextTag(), 0)
    guard try nextTag().isEnd(of: "plist") else { throw error("expected </plist>") }
    try skipMisc()
    guard position == bytes.count else { throw error("text after the end") }
    return value
  }

  private mutating func element(_ tag: Tag, _ depth: Int) throws(PropertyListError) -> PropertyListValue {
    switch tag.name {
    case _ where tag.kind == .end: throw error("unexpected </\(tag.name)>")
    case "dict": return .dictionary(try dictionary(tag, depth))
    case "array": return .array(try array(tag, depth))
    case "true": return try flag(true, tag)
    case "false": return try flag(false, tag)
    default: return try scalar(tag.name, try text(of: tag))
    }
  }

  private func scalar(_ name: String, _ text: String) throws(PropertyListError) -> PropertyListValue {
    let value: PropertyListValue? =
      switch name {
      case "string": .string(text)
      case "integer": Self.integer(text.trimmed)
      case "real": Self.real(text.trimmed).map { .real($0) }
      case "date": .date(try PropertyListDate.date(from: text.trimmed))
      case "data": Data(base64Encoded: text.filter { !$0.isWhitespace }).map { .data($0) }
      default: throw error("unknown element <\(name)>")
      }
    guard let value else { throw error("<\(name)> without a valid value") }
    return value
  }

  private mutating func flag(_ value: Bool, _ tag: Tag) throws(PropertyListError) -> PropertyListValue {
    guard try text(of: tag).isEmpty else { throw error("text in <\(tag.name)>") }
    return .boolean(value)
  }

  private mutating func array(_ start: Tag, _ depth: Int) throws(PropertyListError) -> [PropertyListValue] {
    guard depth < PropertyList.depthLimit else { throw PropertyList.tooDeep }
    var values: [PropertyListValue] = []
    if start.kind == .empty { return values }
    while case let next = try nextTag(), !next.isEnd(of: "array") { values.append(try element(next, depth + 1)) }
    return values
  }

  private mutating func dictionary(
    _ start: Tag, _ depth: Int
  ) throws(PropertyListError) -> [String: PropertyListValue] {
    guard depth < PropertyList.depthLimit else { throw PropertyList.tooDeep }
    var values: [String: PropertyListValue] = [:]
    if start.kind == .empty { return values }
    while case let next = try nextTag(), !next.isEnd(of: "dict") {
      guard next.name == "key", next.kind != .end else { throw error("expected <key>") }
      let key = try text(of: next)
      values[key] = try element(try nextTag(), depth + 1)
    }
    return values
  }
}

extension XMLPropertyListReader {
  private static func integer(_ text: String) -> PropertyListValue? {
    let isNegative = text.hasPrefix("-")
    let digits = text.drop { $0 == "-" || $0 == "+" }
    guard text.count - digits.count <= 1 else { return nil }
    let hexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    let body = (isNegative ? "-" : "") + (hexadecimal ? digits.dropFirst(2) : digits)
    if let number = Int(body, radix: hexadecimal ? 16 : 10) { return .integer(number) }
    return UInt(body, radix: hexadecimal ? 16 : 10).map { .unsigned($0) }
  }

  private static func real(_ text: String) -> Double? {
    switch text.lowercased() {
    case "nan": .nan
    case "inf", "+inf", "infinity", "+infinity": .infinity
    case "-inf", "-infinity": -.infinity
    case let text: Double(text)
    }
  }
}

/// One tag of an XML document; attributes mean nothing to a property list.
private struct Tag {
  enum Kind { case start, end, empty }
  let name: String
  let kind: Kind

  func isEnd(of name: String) -> Bool { kind == .end && self.name == name }
}

// The marks of XML.
extension XMLPropertyListReader {
  private func error(_ detail: String) -> PropertyListError {
    PropertyListError(detail: "\(detail) at byte \(position)")
  }

  private mutating func skip(_ mark: StaticString) -> Bool {
    guard isNext(mark) else { return false }
    position += mark.utf8CodeUnitCount
    return true
  }

  private func isNext(_ mark: StaticString) -> Bool {
    let count = mark.utf8CodeUnitCount
    guard count <= bytes.count - position else { return false }
    return mark.withUTF8Buffer { mark in (0..<count).allSatisfy { bytes[position + $0] == mark[$0] } }
  }

  /// Goes past the next `mark` and returns what stood before it.
  private mutating func upTo(_ mark: StaticString) throws(PropertyListError) -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count {
      let end = position
      if skip(mark) { return bytes[start..<end] }
      position += 1
    }
    throw error("the file ends before '\(mark)'")
  }

  /// Goes past white space, comments, declarations and the document type.
  private mutating func skipMisc() throws(PropertyListError) {
    while position < bytes.count {
      if bytes[position].isSpace {
        position += 1
      } else if skip("<!--") {
        _ = try upTo("-->")
      } else if skip("<?") {
        _ = try upTo("?>")
      } else if skip("<!DOCTYPE") {
        guard try !upTo(">").contains(UInt8(ascii: "[")) else { throw error("declarations in the document type") }
      } else {
        return
      }
    }
  }

  private mutating func nextTag() throws(PropertyListError) -> Tag {
    try skipMisc()
    return try tag()
  }

  private mutating func tag() throws(PropertyListError) -> Tag {
    guard skip("<") else { throw error(position == bytes.count ? "the file ends too early" : "expected a tag") }
    let isEnd = skip("/")
    let content = try upTo(">")
    let name = content.prefix { !$0.isSpace && $0 != UInt8(ascii: "/") }
    guard 1...16 ~= name.count, name.allSatisfy(\.isLetter) else { throw error("not a tag of a property list") }
    let kind: Tag.Kind = isEnd ? .end : content.last == UInt8(ascii: "/") ? .empty : .start
    return Tag(name: String(decoding: name, as: UTF8.self), kind: kind)
  }

  /// The text of an element that has just been opened, past its end tag.
  private mutating func text(of start: Tag) throws(PropertyListError) -> String {
    guard start.kind != .empty else { return "" }
    var content: [UInt8] = []
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") || isNext("<!") {
      if skip("<![CDATA[") {
        content += try upTo("]]>")
      } else if skip("<!--") {
        _ = try upTo("-->")
      } else if skip("&") {
        content += try reference(try upTo(";"))
      } else if skip("<!") {
        throw error("not a tag of a property list")
      } else {
        let plain = bytes[position...].prefix { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") }
        content += plain
        position = plain.endIndex
      }
    }
    guard try tag().isEnd(of: start.name) else { throw error("expected </\(start.name)>") }
    guard let text = String(validating: content, as: UTF8.self) else { throw error("text that is not UTF-8") }
    return text
  }

  private func reference(_ name: ArraySlice<UInt8>) throws(PropertyListError) -> String.UTF8View {
    switch String(decoding: name.prefix(16), as: UTF8.self) {
    case "lt": return "<".utf8
    case "gt": return ">".utf8
    case "amp": return "&".utf8
    case "quot": return "\"".utf8
    case "apos": return "'".utf8
    case let name where name.hasPrefix("#"):
      let hexadecimal = name.hasPrefix("#x")
      guard let number = UInt32(name.dropFirst(hexadecimal ? 2 : 1), radix: hexadecimal ? 16 : 10),
        let scalar = Unicode.Scalar(number)
      else { throw error("a reference to no character") }
      return String(Character(scalar)).utf8
    default: throw error("an unknown entity")
    }
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == 0x20 || 0x09...0x0D ~= self }
  fileprivate var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }
}

extension String {
  /// The text without white space around it.
  fileprivate var trimmed: String {
    let content = utf8.drop(while: \.isSpace)
    return String(Substring(content.prefix(content.reversed().drop(while: \.isSpace).count)))
  }
}
