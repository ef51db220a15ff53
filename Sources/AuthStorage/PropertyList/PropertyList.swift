/// What is wrong with the bytes of a property list, or with a value that was to become one.
struct PropertyListError: Error, Equatable {
  /// The fault, without quoting any content.
  let detail: String
}

/// The file format of the store: XML and binary property lists are read, XML is written.
///
/// Written here rather than taken from Foundation, because the bytes may be hostile and the writes are many: nothing
/// is trusted, nesting and size are bounded, and a flush does not pay Foundation's tenth of a millisecond.
enum PropertyList {
  /// How many dictionaries and arrays may stand inside one another.
  static let depthLimit = 128
  /// The fault of nesting deeper.
  static let tooDeep = PropertyListError(detail: "more than \(depthLimit) levels of arrays and dictionaries")

  /// The dictionary at the root of a property list.
  static func parse(_ bytes: [UInt8]) throws(PropertyListError) -> [String: PropertyListValue] {
    guard case .dictionary(let root) = try value(of: bytes) else {
      throw PropertyListError(detail: "the root is not a dictionary")
    }
    return root
  }

  private static func value(of bytes: [UInt8]) throws(PropertyListError) -> PropertyListValue {
    if bytes.isEmpty { throw PropertyListError(detail: "the file is empty") }
    if bytes.starts(with: "bplist".utf8) {
      var reader = try BinaryPropertyListReader(bytes)
      return try reader.root()
    }
    var reader = XMLPropertyListReader(bytes)
    return try reader.document()
  }
}

/// Reads a property list as the store does: the entry for a fuzzer and for tests.
package func parsePropertyList(
  _ bytes: [UInt8], path: String = ""
) throws(StorageError) -> [String: PropertyListValue] {
  do throws(PropertyListError) {
    return try PropertyList.parse(bytes)
  } catch {
    throw .corrupt(path: path, detail: error.detail)
  }
}

/// Writes a property list as the store does.
package func encodePropertyList(
  _ root: [String: PropertyListValue], path: String = ""
) throws(StorageError) -> [UInt8] {
  do throws(PropertyListError) {
    var writer = XMLPropertyListWriter()
    return try writer.document(root)
  } catch {
    throw .unwritable(path: path, detail: error.detail)
  }
}
