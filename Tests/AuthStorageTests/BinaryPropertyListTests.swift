import AuthStorage
import Foundation
import Testing

/// A binary property list from hand-made objects; object 0 is the root.
private func binary(_ objects: [[UInt8]], root: UInt8 = 0, count: UInt8? = nil) -> [UInt8] {
  var bytes = Array("bplist00".utf8)
  var offsets: [UInt8] = []
  for object in objects {
    offsets.append(UInt8(bytes.count))
    bytes += object
  }
  let table = UInt8(bytes.count)
  func field(_ value: UInt8) -> [UInt8] { [0, 0, 0, 0, 0, 0, 0, value] }
  return bytes + offsets + [0, 0, 0, 0, 0, 0, 1, 1] + field(count ?? UInt8(objects.count)) + field(root) + field(table)
}

private let key: [UInt8] = [0x51, 0x61]

@Suite struct BinaryPropertyListTests {
  @Test(
    arguments: [
      ([0x08], false), ([0x09], true), ([0x10, 0xFF], 255), ([0x11, 0xFF, 0xFF], 65_535),
      ([0x13] + [UInt8](repeating: 0xFF, count: 8), -1), ([0x14] + [UInt8](repeating: 0, count: 15) + [5], 5),
      ([0x14] + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 8), .unsigned(.max)),
      ([0x22, 0x3F, 0, 0, 0], 0.5),
      ([0x33, 0x3F, 0xE0, 0, 0, 0, 0, 0, 0], .date(Date(timeIntervalSinceReferenceDate: 0))),
      ([0x42, 1, 2], .data(Data([1, 2]))), ([0x5F, 0x10, 1, 0x62], "b"), ([0x61, 0xD5, 0x5C], "한"),
      ([0x80, 7], ["CF$UID": 7]),
    ] as [([UInt8], PropertyListValue)])
  func `objects of every kind are read`(object: [UInt8], value: PropertyListValue) throws {
    #expect(try parsePropertyList(binary([[0xD1, 1, 2], key, object])) == ["a": value])
  }

  @Test(
    arguments: [
      [0x00], [0x0F], [0x07], [0x15, 0], [0x14] + [UInt8](repeating: 1, count: 16), [0x23, 0], [0x52, 0x61],
      [0x51, 0xFF],
      [0x61, 0xD8, 0x00], [0x5F], [0x5F, 0x20, 1], [0x5F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      [0xA1, 9], [0xA2, 1], [0xD1, 2, 2], [0xC0], [0xF0], [0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0],
    ] as [[UInt8]])
  func `a damaged object is corrupt`(object: [UInt8]) {
    #expect(throws: StorageError.self) { try parsePropertyList(binary([[0xD1, 1, 2], key, object])) }
  }

  @Test func `objects that refer to one another in a circle are corrupt`() {
    #expect(throws: StorageError.self) { try parsePropertyList(binary([[0xD1, 1, 0], key])) }
  }

  @Test func `a small file that unfolds without end is corrupt`() {
    let doublings = (2..<60).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] as [UInt8] }
    #expect(throws: StorageError.corrupt(path: "", detail: "the binary file unfolds to more than 16 MiB")) {
      try parsePropertyList(binary([[0xD1, 1, 2], key] + doublings + [[0x08]]))
    }
  }

  @Test func `a frame that points outside the file is corrupt`() {
    #expect(throws: StorageError.self) { try parsePropertyList(binary([[0xD0]], root: 1)) }
    #expect(throws: StorageError.self) { try parsePropertyList(binary([[0xD0]], count: 9)) }
    var bytes = binary([[0xD0]])
    bytes[bytes.count - 8] = 0xFF
    #expect(throws: StorageError.self) { try parsePropertyList(bytes) }
  }
}
