import Foundation

/// Writes XML property lists, laid out as Foundation does: tabs, keys in order.
struct XMLPropertyListWriter {
  private var output: [UInt8] = []

  /// The whole file for a root dictionary.
  mutating func document(_ root: [String: PropertyListValue]) throws(PropertyListError) -> [UInt8] {
    output.reserveCapacity(1_024)
    line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", 0)
    line(
      "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">", 0)
    line("<plist version=\"1.0\">", 0)
    try dictionary(root, 0)
    line("</plist>", 0)
    return output
  }

  private mutating func value(_ value: PropertyListValue, _ depth: Int) throws(PropertyListError) {
    switch value {
    case .string(let text): element("string", text, depth)
    case .integer(let number): element("integer", String(number), depth)
    case .unsigned(let number): element("integer", String(number), depth)
    case .real(let number): element("real", Self.text(of: number), depth)
    case .boolean(let flag): line(flag ? "<true/>" : "<false/>", depth)
    case .date(let date): element("date", try PropertyListDate.text(of: date), depth)
    case .data(let data): element("data", data.base64EncodedString(), depth)
    case .array(let values): try array(values, depth)
    case .dictionary(let values): try dictionary(values, depth)
    }
  }

  private mutating func array(_ values: [PropertyListValue], _ depth: Int) throws(PropertyListError) {
    try check(depth)
    if values.isEmpty { return line("<array/>", depth) }
    line("<array>", depth)
    for value in values { try self.value(value, depth + 1) }
    line("</array>", depth)
  }

  private mutating func dictionary(_ values: [String: PropertyListValue], _ depth: Int) throws(PropertyListError) {
    try check(depth)
    if values.isEmpty { return line("<dict/>", depth) }
    line("<dict>", depth)
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      element("key", key, depth + 1)
      try self.value(value, depth + 1)
    }
    line("</dict>", depth)
  }

  private func check(_ depth: Int) throws(PropertyListError) {
    guard depth < PropertyList.depthLimit else { throw PropertyList.tooDeep }
  }

  private static func text(of number: Double) -> String {
    if number.isInfinite { return number < 0 ? "-infinity" : "+infinity" }
    return String(number)
  }

  private mutating func line(_ text: String, _ depth: Int) {
    indent(depth)
    output += text.utf8
    output.append(UInt8(ascii: "\n"))
  }

  private mutating func element(_ name: String, _ content: String, _ depth: Int) {
    indent(depth)
    output += "<\(name)>".utf8
    for byte in content.utf8 { escape(byte) }
    output += "</\(name)>\n".utf8
  }

  private mutating func indent(_ depth: Int) {
    output.append(contentsOf: repeatElement(UInt8(ascii: "\t"), count: depth))
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "&"): output += "&amp;".utf8
    case UInt8(ascii: "<"): output += "&lt;".utf8
    case UInt8(ascii: ">"): output += "&gt;".utf8
    case UInt8(ascii: "\t"), UInt8(ascii: "\n"): output.append(byte)
    // XML has no place for these, but Foundation's reader takes them as references, and so does ours.
    case ..<0x20: output += "&#\(byte);".utf8
    default: output.append(byte)
    }
  }
}
