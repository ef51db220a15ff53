import AuthStorage
import Foundation
import Testing

@Suite struct DefaultsTests {
  let scratch: Scratch
  let path: String

  init() throws {
    scratch = try Scratch()
    path = scratch.path("defaults.plist")
  }

  @Test func `a missing file is empty, and the first flush makes it for its owner alone`() async throws {
    let defaults = Defaults(path: path)
    #expect(defaults.condition == .missing)
    #expect(!defaults.bool(forKey: "isSignIn"))
    defaults.set(true, forKey: "isSignIn")
    #expect(defaults.hasChanges)
    #expect(!FileManager.default.fileExists(atPath: path))
    try await defaults.flush()
    #expect(defaults.condition == .loaded)
    #expect(!defaults.hasChanges)
    #expect(try scratch.mode("defaults.plist") == 0o600)
    #expect(Defaults(path: path).bool(forKey: "isSignIn"))
  }

  @Test func `a flush leaves the file and its lock, and no temporary file`() async throws {
    try scratch.write("left by a killed writer", to: ".defaults.plist.tmp")
    let defaults = Defaults(path: path)
    defaults.set("x", forKey: "a")
    try await defaults.flush()
    #expect(try scratch.names == ["defaults.plist", ".defaults.plist.lock"])
  }

  @Test func `a flush without changes touches nothing`() async throws {
    try await Defaults(path: path).flush()
    #expect(try scratch.names.isEmpty)
  }

  @Test func `every type is set and read by its verb`() async throws {
    let defaults = Defaults(path: path, durability: .throwaway)
    let date = Date(timeIntervalSinceReferenceDate: 7.9)
    defaults.set("text", forKey: "string")
    defaults.set(7, forKey: "integer")
    defaults.set(0.5, forKey: "double")
    defaults.set(Data([1]), forKey: "data")
    defaults.set(date, forKey: "date")
    defaults.set([1, "b"], forKey: "array")
    defaults.set(["k": true], forKey: "dictionary")
    try await defaults.flush()
    for defaults in [defaults, Defaults(path: path)] {
      #expect(defaults.string(forKey: "string") == "text")
      #expect(defaults.integer(forKey: "integer") == 7)
      #expect(defaults.double(forKey: "double") == 0.5)
      #expect(defaults.data(forKey: "data") == Data([1]))
      #expect(defaults.date(forKey: "date") == Date(timeIntervalSinceReferenceDate: 7))
      #expect(defaults.array(forKey: "array") == [1, "b"])
      #expect(defaults.dictionary(forKey: "dictionary") == ["k": true])
      #expect(defaults.data(forKey: "string") == nil)
      #expect(defaults.date(forKey: "string") == nil)
      #expect(defaults.array(forKey: "string") == nil)
      #expect(defaults.dictionary(forKey: "string") == nil)
      #expect(defaults.object(forKey: "none") == nil)
    }
  }

  @Test(
    arguments: [
      ("YES", true, 0, 0, "YES"), ("true", true, 0, 0, "true"), ("1", true, 1, 1, "1"), ("no", false, 0, 0, "no"),
      ("12.5x", true, 12, 12.5, "12.5x"), (0, false, 0, 0, "0"), (-3, true, -3, -3, "-3"), (2.9, true, 2, 2.9, "2.9"),
      (true, true, 1, 1, "1"), (false, false, 0, 0, "0"), (.real(.nan), true, 0, nil, "nan"),
      (.real(1e300), true, .max, 1e300, "1e+300"), (.real(-1e300), true, .min, -1e300, "-1e+300"),
      (.unsigned(.max), true, .max, 18_446_744_073_709_551_616, "18446744073709551615"), ([], false, 0, 0, nil),
    ] as [(PropertyListValue, Bool, Int, Double?, String?)])
  func `values convert as UserDefaults converts them`(
    value: PropertyListValue, bool: Bool, integer: Int, double: Double?, string: String?
  ) {
    let defaults = Defaults(path: path)
    defaults.set(value, forKey: "k")
    #expect(defaults.bool(forKey: "k") == bool)
    #expect(defaults.integer(forKey: "k") == integer)
    #expect(defaults.string(forKey: "k") == string)
    if let double { #expect(defaults.double(forKey: "k") == double) }
  }

  @Test func `registered values count until others are set, and are not written`() async throws {
    let defaults = Defaults(path: path)
    defaults.register(defaults: ["a": 1, "b": 2])
    defaults.set(3, forKey: "b")
    #expect(defaults.dictionaryRepresentation() == ["a": 1, "b": 3])
    try await defaults.flush()
    #expect(Defaults(path: path).dictionaryRepresentation() == ["b": 3])
    defaults.removeObject(forKey: "b")
    #expect(defaults.integer(forKey: "b") == 2)
    try await defaults.flush()
    #expect(Defaults(path: path).dictionaryRepresentation().isEmpty)
  }

  @Test func `discarded changes leave no trace`() async throws {
    let defaults = Defaults(path: path)
    defaults.set(1, forKey: "a")
    try await defaults.flush()
    defaults.set(2, forKey: "a")
    defaults.set(2, forKey: "b")
    defaults.discardChanges()
    #expect(defaults.dictionaryRepresentation() == ["a": 1])
    try await defaults.flush()
    #expect(Defaults(path: path).dictionaryRepresentation() == ["a": 1])
  }

  @Test func `every use is reported, a flush with its keys`() async throws {
    let uses = Collector<StoreAccess>()
    let defaults = Defaults(path: path) { uses.add($0) }
    defaults.set(true, forKey: "b")
    defaults.set(String(repeating: "x", count: 100), forKey: "a")
    defaults.removeObject(forKey: "c")
    _ = defaults.bool(forKey: "b")
    try await defaults.flush()
    #expect(uses.values.map(\.operation) == [.write, .write, .remove, .read, .flush])
    #expect(uses.values.map(\.key) == ["b", "a", "c", "b", "a b c"])
    #expect(uses.values[0].value == "true")
    #expect(uses.values[1].value.count == 64)
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func `keys and types of other programs stay`(format: PropertyListSerialization.PropertyListFormat) async throws {
    let other: NSDictionary = [
      "AppleLanguages": ["ko", "ja"], "when": Date(timeIntervalSinceReferenceDate: 1), "n": 1.5,
    ]
    try PropertyListSerialization.data(fromPropertyList: other, format: format, options: 0).write(
      to: scratch.url("defaults.plist"))
    let defaults = Defaults(path: path)
    #expect(defaults.array(forKey: "AppleLanguages") == ["ko", "ja"])
    defaults.set(true, forKey: "isSignIn")
    try await defaults.flush()
    let after = try PropertyListSerialization.propertyList(from: Data(scratch.bytes("defaults.plist")), format: nil)
    let expected = try #require(other.mutableCopy() as? NSMutableDictionary)
    expected["isSignIn"] = true
    #expect(after as? NSDictionary == expected)
  }

  @Test func `a value that no file can hold fails the flush, and discarding it heals`() async throws {
    let defaults = Defaults(path: path)
    defaults.set(.date(Date(timeIntervalSinceReferenceDate: .infinity)), forKey: "a")
    await #expect(throws: StorageError.unwritable(path: path, detail: "a date is outside the years 0 to 9999")) {
      try await defaults.flush()
    }
    defaults.discardChanges()
    defaults.set(1, forKey: "b")
    try await defaults.flush()
    #expect(Defaults(path: path).dictionaryRepresentation() == ["b": 1])
  }
}
