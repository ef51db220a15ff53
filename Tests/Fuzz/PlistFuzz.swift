// Reads any bytes as a property list. What is accepted must survive being written and read again.

/// The entry that libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPropertyList(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let root = try? parsePropertyList(bytes) else { return 0 }
  guard let written = try? encodePropertyList(root) else { preconditionFailure("read, but cannot be written") }
  guard let again = try? parsePropertyList(written) else { preconditionFailure("written, but cannot be read") }
  // Compared as text, because NaN is not equal to itself.
  guard (try? encodePropertyList(again)) == written else { preconditionFailure("changed by writing and reading") }
  return 0
}
