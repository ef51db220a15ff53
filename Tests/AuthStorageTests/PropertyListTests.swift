import AuthStorage
import Foundation
import Testing

private func foundation(_ bytes: [UInt8]) throws -> NSDictionary? {
  try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? NSDictionary
}

private func parse(_ text: String) throws(StorageError) -> [String: PropertyListValue] {
  try parsePropertyList(Array(text.utf8))
}

private func document(_ content: String) -> String { "<plist version=\"1.0\"><dict>\(content)</dict></plist>" }

private let samples: [String: PropertyListValue] = [
  "text": "a < b && \"c\" > 'd' é 🔑", "controls": "\u{0}\u{1}\t\n\r\u{1F}\u{7F}", "empty": "", "spaces": "  ",
  "key <&>": 1, "zero": 0, "least": .integer(.min), "most": .integer(.max), "unsigned": .unsigned(.max),
  "half": 0.5, "tiny": .real(.leastNonzeroMagnitude), "huge": .real(.greatestFiniteMagnitude),
  "infinite": .real(-.infinity), "yes": true, "no": false, "data": .data(Data(0...255)), "no data": .data(Data()),
  "date": .date(Date(timeIntervalSinceReferenceDate: 794_000_000)), "array": [1, "two", [3.5], [:]],
  "nothing": [], "nested": ["a": ["b": ["c": true]]], "CF$UID": ["CF$UID": 3],
]

@Suite struct PropertyListTests {
  @Test func `every value reads back as it was written`() throws {
    #expect(try parsePropertyList(encodePropertyList(samples)) == samples)
  }

  @Test func `Foundation reads what is written, and its own rewriting reads back the same`() throws {
    // Foundation takes a dictionary of this one key for a reference and a number above Int.max for a negative one.
    let known = samples.filter { !["CF$UID", "unsigned"].contains($0.key) }
    let object = try #require(try foundation(encodePropertyList(known)))
    #expect(object.count == known.count)
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let data = try PropertyListSerialization.data(fromPropertyList: object, format: format, options: 0)
      let read = try parsePropertyList([UInt8](data))
      for (key, value) in known { #expect(read[key] == value, "\(key) as \(format)") }
    }
  }

  @Test func `a keyed archive's references in a binary file become what XML files write`() throws {
    let archive = NSKeyedArchiver(requiringSecureCoding: false)
    archive.encode("x", forKey: "root")
    archive.finishEncoding()
    let root = try parsePropertyList([UInt8](archive.encodedData))
    #expect(root["$top"] == ["root": ["CF$UID": 1]])
  }

  @Test(arguments: [
    "<!-- c --><key>a</key><!-- d --><integer> 0x1F </integer>", "<key>a</key><integer>+31</integer>",
    "<key>a</key><integer>3<!-- c -->1</integer>", "<key>&#97;</key><integer>&#x33;1</integer>",
    "<key><![CDATA[a]]></key>\r\n<integer>31</integer>",
  ])
  func `XML is read in all its spellings`(content: String) throws {
    #expect(try parse("\u{FEFF}<?xml version='1.0'?>\n<!DOCTYPE plist SYSTEM 'x'>" + document(content)) == ["a": 31])
  }

  @Test(arguments: [
    "", " ", "\0", "{ a = 1; }", "nonsense", "bplist00", "bplist15 and more, long enough to hold a trailer of 32 bytes",
    "<plist", "<plist>", "<plist></plist>", "<plist><array/></plist>", "<plist><string>a</string></plist>",
    "<plist><dict/>", "<plist><dict/></plist><plist/>", "<plist><dict/><dict/></plist>", "<dict/>",
    "<!DOCTYPE plist [<!ENTITY a 'b'>]><plist><dict/></plist>", "<plist><dict></array></plist>",
  ])
  func `a file that is no property list with a dictionary is corrupt`(text: String) {
    #expect(throws: StorageError.self) { try parse(text) }
  }

  @Test(arguments: [
    "<key>a</key>", "<integer>1</integer>", "<key>a</key><key>b</key>", "<key>a</key><integer>1</real>",
    "<key>a</key><integer></integer>", "<key>a</key><integer>--1</integer>", "<key>a</key><integer>1.5</integer>",
    "<key>a</key><integer>99999999999999999999</integer>", "<key>a</key><real>x</real>", "<key>a</key><null/>",
    "<key>a</key><date>yesterday</date>", "<key>a</key><date>2026-13-01T00:00:00Z</date>",
    "<key>a</key><data>*</data>", "<key>a</key><true>1</true>", "<key>a</key><string>&unknown;</string>",
    "<key>a</key><string>&#xD800;</string>", "<key>a</key><string>&lt</string>", "<key>a</key><string><b/></string>",
    "<key>a</key><string>open", "<key>a</key><string><!x></string>", "<key>a</key>text",
  ])
  func `a dictionary with a fault in it is corrupt`(content: String) {
    #expect(throws: StorageError.self) { try parse(document(content)) }
  }

  @Test func `text that is not UTF-8 is corrupt`() {
    let bytes = Array("<plist><dict><key>a".utf8) + [0xFF] + Array("</key><true/></dict></plist>".utf8)
    #expect(throws: StorageError.corrupt(path: "p", detail: "text that is not UTF-8 at byte 26")) {
      try parsePropertyList(bytes, path: "p")
    }
  }

  @Test func `every truncation of a file is corrupt`() throws {
    let binary = try PropertyListSerialization.data(fromPropertyList: ["a": [1, "b"]], format: .binary, options: 0)
    let xml = Array(document("<key>a</key><true/>").utf8)
    for bytes in [[UInt8](binary), xml] {
      for count in 0..<bytes.count {
        #expect(throws: StorageError.self) { try parsePropertyList(Array(bytes[..<count])) }
      }
    }
  }

  @Test func `nesting has a bound, reading and writing`() throws {
    func nested(_ depth: Int) -> String {
      document(
        "<key>a</key>" + String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth))
    }
    #expect(try parsePropertyList(encodePropertyList(parse(nested(127)))) == parse(nested(127)))
    for depth in [128, 100_000] { #expect(throws: StorageError.self) { try parse(nested(depth)) } }
    let deep = (0..<200).reduce(PropertyListValue.array([])) { inner, _ in [inner] }
    #expect(throws: StorageError.self) { try encodePropertyList(["a": deep]) }
  }

  @Test func `a date outside the calendar cannot be written`() {
    for seconds in [1e12, -1e12, .infinity, .nan] {
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      #expect(throws: StorageError.unwritable(path: "", detail: "a date is outside the years 0 to 9999")) {
        try encodePropertyList(["a": .date(date)])
      }
    }
  }

  @Test func `dates of every age agree with Foundation's`() throws {
    for day in stride(from: -500_000, through: 700_000, by: 977) {
      let date = Date(timeIntervalSinceReferenceDate: Double(day) * 86_400 + 3_661)
      let bytes = try encodePropertyList(["a": .date(date)])
      #expect(try foundation(bytes)?["a"] as? Date == date)
      #expect(try parsePropertyList(bytes) == ["a": .date(date)])
    }
  }
}
