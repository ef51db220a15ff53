import AuthStorage
import Foundation
import Testing

@Suite struct DefaultsSharingTests {
  let scratch: Scratch
  let path: String

  init() throws {
    scratch = try Scratch()
    path = scratch.path("defaults.plist")
  }

  @Test func `two writers of different keys keep each other's`() async throws {
    let (one, two) = (Defaults(path: path), Defaults(path: path))
    one.set(1, forKey: "a")
    two.set(2, forKey: "b")
    try await one.flush()
    try await two.flush()
    #expect(two.dictionaryRepresentation() == ["a": 1, "b": 2])
    #expect(one.reload() == ["b"])
    #expect(one.dictionaryRepresentation() == ["a": 1, "b": 2])
    #expect(one.reload().isEmpty)
  }

  @Test func `what a flush finds changed is still told by reload`() async throws {
    let (one, two) = (Defaults(path: path), Defaults(path: path))
    two.set(2, forKey: "b")
    try await two.flush()
    one.set(1, forKey: "a")
    try await one.flush()
    #expect(one.reload() == ["b"])
  }

  @Test func `an unflushed change stays on top of another's, and is not told as one`() async throws {
    let (one, two) = (Defaults(path: path), Defaults(path: path))
    one.set(1, forKey: "a")
    two.set(2, forKey: "a")
    two.set(2, forKey: "b")
    try await two.flush()
    #expect(one.reload() == ["b"])
    #expect(one.integer(forKey: "a") == 1)
    one.discardChanges()
    #expect(one.integer(forKey: "a") == 2)
  }

  @Test func `a file that is removed takes its keys with it`() async throws {
    let defaults = Defaults(path: path)
    defaults.set(1, forKey: "a")
    try await defaults.flush()
    try FileManager.default.removeItem(atPath: path)
    #expect(defaults.reload() == ["a"])
    #expect(defaults.condition == .missing)
  }

  @Test func `eight writers at once lose no update`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask { [path] in
          for round in 0..<50 {
            // A fresh one each time, as a process that has just started.
            let defaults = Defaults(path: path, durability: .throwaway)
            defaults.set(round, forKey: "\(writer).\(round)")
            try await defaults.flush()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(Defaults(path: path).dictionaryRepresentation().count == 400)
    #expect(try scratch.names == ["defaults.plist", ".defaults.plist.lock"])
  }

  @Test func `a reader never meets a missing or half file while others write`() async throws {
    let writer = Defaults(path: path, durability: .throwaway)
    writer.set(true, forKey: "isSignIn")
    try await writer.flush()
    async let writes: Void = {
      for round in 0..<1_000 {
        writer.set(String(repeating: "x", count: round), forKey: "padding")
        try await writer.flush()
      }
    }()
    for _ in 0..<1_000 {
      let reader = Defaults(path: path)
      #expect(reader.condition == .loaded)
      #expect(reader.bool(forKey: "isSignIn"))
    }
    try await writes
  }

  @Test func `a change during a flush is neither lost nor taken for flushed`() async throws {
    let defaults = Defaults(path: path)
    for round in 0..<50 {
      defaults.set(round, forKey: "a")
      async let flushed: Void = defaults.flush()
      defaults.set(-round, forKey: "a")
      _ = defaults.reload()
      #expect(defaults.integer(forKey: "a") == -round)
      try await flushed
      #expect(defaults.integer(forKey: "a") == -round)
      try await defaults.flush()
      #expect(Defaults(path: path).integer(forKey: "a") == -round)
    }
  }

  @Test func `random changes of two instances agree with a model`() async throws {
    var random = SeededGenerator()
    print("seed of the storage model: \(random.seed)")
    var disk: [String: PropertyListValue] = [:]
    let stores = [Defaults(path: path, durability: .throwaway), Defaults(path: path, durability: .throwaway)]
    var models = [DefaultsModel(), DefaultsModel()]
    for step in 0..<4_000 {
      let which = Int.random(in: 0...1, using: &random)
      let (store, key) = (stores[which], "k\(Int.random(in: 0..<5, using: &random))")
      switch Int.random(in: 0..<8, using: &random) {
      case 0...2:
        let value = PropertyListValue.integer(Int.random(in: 0..<3, using: &random))
        store.set(value, forKey: key)
        models[which].changes[key] = .some(value)
      case 3:
        store.removeObject(forKey: key)
        models[which].changes[key] = .some(nil)
      case 4:
        store.discardChanges()
        models[which].changes = [:]
      case 5:
        let visible = models[which].visible
        let told = store.reload()
        models[which].base = disk
        let changed = Set(visible.keys).union(disk.keys).filter { visible[$0] != models[which].visible[$0] }
        #expect(Set(told).isSuperset(of: changed), "step \(step), seed \(random.seed)")
      default:
        try await store.flush()
        if !models[which].changes.isEmpty {
          models[which].base = disk
          disk = models[which].visible
          models[which] = DefaultsModel(base: disk)
        }
      }
      try #require(store.dictionaryRepresentation() == models[which].visible, "step \(step), seed \(random.seed)")
    }
    for store in stores { store.discardChanges() }
    for store in stores { _ = store.reload() }
    #expect(stores.allSatisfy { $0.dictionaryRepresentation() == disk })
  }
}

/// What one instance should show: the disk as it last saw it, with its own changes on top.
private struct DefaultsModel {
  var base: [String: PropertyListValue] = [:]
  var changes: [String: PropertyListValue?] = [:]

  var visible: [String: PropertyListValue] {
    var visible = base
    for (key, value) in changes { visible[key] = value }
    return visible
  }
}

/// SplitMix64 from a seed that can be printed.
struct SeededGenerator: RandomNumberGenerator {
  let seed: UInt64
  private var state: UInt64

  init(seed: UInt64 = .random(in: 0 ... .max)) { (self.seed, state) = (seed, seed) }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
