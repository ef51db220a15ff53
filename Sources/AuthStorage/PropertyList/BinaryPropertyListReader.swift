import Foundation

/// Reads binary property lists (`bplist00`): a table of objects that refer to one another by number.
///
/// A file may refer to an object from many places, or in a circle. Nesting is bounded, and so is the total size of
/// what is read, counted each time that an object is reached.
struct BinaryPropertyListReader {
  private static let trailerSize = 32
  // What an object takes in memory, roughly; it bounds their number too.
  private static let objectCost = 64
  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let rootObject: Int
  private let table: Int
  private var budget = AtomicFile.sizeLimit

  /// Checks the frame of a file; the objects are checked as they are read.
  init(_ bytes: [UInt8]) throws(PropertyListError) {
    guard bytes.starts(with: "bplist00".utf8), bytes.count >= 8 + Self.trailerSize else { throw Self.damaged }
    let trailer = Array(bytes.suffix(Self.trailerSize))
    self.bytes = bytes
    (offsetSize, referenceSize) = (Int(trailer[6]), Int(trailer[7]))
    objectCount = try Self.count(trailer[8..<16])
    rootObject = try Self.count(trailer[16..<24])
    table = try Self.count(trailer[24..<32])
    let room = bytes.count - Self.trailerSize - table
    guard 1...8 ~= offsetSize, 1...8 ~= referenceSize, table >= 8, room >= 0, objectCount <= room / offsetSize else {
      throw Self.damaged
    }
  }

  /// The root object with all it refers to.
  mutating func root() throws(PropertyListError) -> PropertyListValue { try object(rootObject, depth: 0) }

  private mutating func object(_ number: Int, depth: Int) throws(PropertyListError) -> PropertyListValue {
    guard number < objectCount else { throw Self.damaged }
    let entry = table + number * offsetSize
    let offset = try Self.count(bytes[entry..<entry + offsetSize])
    guard 8..<table ~= offset else { throw Self.damaged }
    try spend(Self.objectCost)
    let (kind, low) = (bytes[offset] >> 4, Int(bytes[offset] & 15))
    switch kind {
    case 0x0 where low == 8 || low == 9: return .boolean(low == 9)
    case 0x1 where low <= 4: return try integer(slice(offset + 1, 1 << low))
    case 0x2 where low == 2 || low == 3: return .real(try real(offset + 1, size: 1 << low))
    case 0x3 where low == 3: return .date(try PropertyListDate.date(secondsSince2001: real(offset + 1, size: 8)))
    case 0x8 where low < 8: return .uid(try Self.count(slice(offset + 1, low + 1)))
    case 0x4...0x6: return try text(kind, at: offset)
    case 0xA: return .array(try array(at: offset, depth: depth))
    case 0xD: return .dictionary(try dictionary(at: offset, depth: depth))
    default: throw PropertyListError(detail: "an object of a kind that property lists do not have")
    }
  }
}

extension BinaryPropertyListReader {
  private static let damaged = PropertyListError(detail: "the binary file is truncated or damaged")

  private mutating func spend(_ amount: Int) throws(PropertyListError) {
    guard amount <= budget else { throw PropertyListError(detail: "the binary file unfolds to more than 16 MiB") }
    budget -= amount
  }

  /// Bytes of an object, all of them before the table.
  private func slice(_ start: Int, _ count: Int) throws(PropertyListError) -> ArraySlice<UInt8> {
    guard start <= table, count <= table - start else { throw Self.damaged }
    return bytes[start..<start + count]
  }

  private static func count(_ field: ArraySlice<UInt8>) throws(PropertyListError) -> Int {
    // No honest size, offset or number comes near this bound, and below it no sum or product overflows.
    guard let count = Int(exactly: bits(field)), count < 1 << 40 else { throw damaged }
    return count
  }

  private static func bits(_ field: ArraySlice<UInt8>) -> UInt64 { field.reduce(0) { $0 << 8 | UInt64($1) } }

  /// The length of the object at `offset`, and where its content starts.
  private func extent(at offset: Int) throws(PropertyListError) -> (start: Int, count: Int) {
    let low = Int(bytes[offset] & 15)
    guard low == 15 else { return (offset + 1, low) }
    guard let marker = try slice(offset + 1, 1).first, marker & 0xF8 == 0x10, marker & 7 <= 3 else {
      throw Self.damaged
    }
    let size = 1 << Int(marker & 7)
    return (offset + 2 + size, try Self.count(slice(offset + 2, size)))
  }

  private func integer(_ field: ArraySlice<UInt8>) throws(PropertyListError) -> PropertyListValue {
    let number = Self.bits(field.suffix(8))
    guard field.count == 16 else {
      // One, two and four bytes hold no sign; eight do.
      return .integer(Int(truncatingIfNeeded: number))
    }
    guard Self.bits(field.prefix(8)) == 0 else { throw PropertyListError(detail: "an integer of more than 64 bits") }
    return Int(exactly: number).map { .integer($0) } ?? .unsigned(UInt(number))
  }

  private func real(_ start: Int, size: Int) throws(PropertyListError) -> Double {
    let bits = Self.bits(try slice(start, size))
    return size == 4 ? Double(Float(bitPattern: UInt32(bits))) : Double(bitPattern: bits)
  }

  private mutating func text(_ kind: UInt8, at offset: Int) throws(PropertyListError) -> PropertyListValue {
    let (start, count) = try extent(at: offset)
    let content = try slice(start, kind == 0x6 ? count * 2 : count)
    try spend(content.count)
    if kind == 0x4 { return .data(Data(content)) }
    let text =
      kind == 0x5
      ? String(validating: content, as: Unicode.ASCII.self)
      : String(
        validating: stride(from: start, to: content.endIndex, by: 2).map {
          UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
        },
        as: UTF16.self)
    guard let text else { throw PropertyListError(detail: "text that is not valid") }
    return .string(text)
  }

  private mutating func array(at offset: Int, depth: Int) throws(PropertyListError) -> [PropertyListValue] {
    let (start, count) = try extent(at: offset)
    return try objects(start, count, depth)
  }

  private mutating func dictionary(
    at offset: Int, depth: Int
  ) throws(PropertyListError) -> [String: PropertyListValue] {
    let (start, count) = try extent(at: offset)
    let keys = try objects(start, count, depth)
    let values = try objects(start + count * referenceSize, count, depth)
    var dictionary: [String: PropertyListValue] = [:]
    for (key, value) in zip(keys, values) {
      guard case .string(let key) = key else { throw PropertyListError(detail: "a key that is not text") }
      dictionary[key] = value
    }
    return dictionary
  }

  private mutating func objects(_ start: Int, _ count: Int, _ depth: Int) throws(PropertyListError)
    -> [PropertyListValue]
  {
    guard depth < PropertyList.depthLimit else { throw PropertyList.tooDeep }
    let references = try slice(start, count * referenceSize)
    var objects: [PropertyListValue] = []
    for index in stride(from: references.startIndex, to: references.endIndex, by: referenceSize) {
      objects.append(try object(try Self.count(slice(index, referenceSize)), depth: depth + 1))
    }
    return objects
  }
}

extension PropertyListValue {
  /// A reference of a keyed archive, spelled as XML property lists spell it.
  fileprivate static func uid(_ number: Int) -> PropertyListValue { ["CF$UID": .integer(number)] }
}
