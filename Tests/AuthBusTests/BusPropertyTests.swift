import AuthBus
import Foundation
import Testing

/// The bus against a model that is too simple to be wrong: a list, a queue and nothing else.
@MainActor
@Suite struct BusPropertyTests {
  @Test(arguments: 0..<2)
  func `random sequences of 10,000 operations go as in the model`(run: Int) {
    let seed = UInt64.random(in: 0 ... .max)
    print("BusPropertyTests seed \(seed)")
    let play = Play(seed)
    for _ in 0..<10_000 where play.isInStep { play.step() }
    #expect(play.real == play.expected, "seed \(seed)")
    #expect(play.real.count > 10_000, "seed \(seed)")
    #expect(play.bus.observers.map(\.id.rawValue) == play.model.map(\.id), "seed \(seed)")
    for (label, numbers) in Dictionary(grouping: play.numbers, by: \.label) {
      // I4: what one observer sees only grows.
      #expect(numbers.map(\.number) == numbers.map(\.number).sorted(), "\(label), seed \(seed)")
    }
    let rows = play.bus.journal.rows()
    #expect(rows.map(\.number) == rows.indices.map { rows[0].number + UInt64($0) }, "seed \(seed)")
    let delivered = rows.filter { $0.kind == .deliver }.map { "\($0.actor) \($0.event ?? 0)" }
    #expect(delivered == play.real.suffix(delivered.count), "seed \(seed)")
  }
}

/// What an observer does when it is called, once, the same in the bus and in the model.
private enum Reaction {
  case nothing
  case post(Int, foreign: Bool)
  case remove(UInt64)
  case observe(Int?)
}

/// Plays one random sequence on a bus and on the model.
@MainActor
private final class Play {
  struct Seat {
    let id: UInt64
    let name: Int?
    let sender: Int?
  }

  let center = NotificationCenter()
  let bus: AuthBus
  private let names: [Notification.Name] = [.testA, .testB, .authStateDidChange]
  private let senders = [Window("one"), Window("two")]
  private var random: Seeded
  private var reactions: [UInt64: Reaction] = [:]

  /// Whether bus and model have delivered as often; the play ends when they have not.
  private(set) var isInStep = true
  private(set) var real: [String] = []
  private(set) var numbers: [(label: String, number: UInt64)] = []

  private(set) var model: [Seat] = []
  private(set) var expected: [String] = []
  private var modelEvents: UInt64 = 0
  private var modelIDs: UInt64 = 0

  init(_ seed: UInt64) {
    random = Seeded(seed)
    bus = AuthBus(center: center)
  }

  func step() {
    switch Int.random(in: 0..<10, using: &random) {
    case 0 where model.count < 12: observe()
    case 1: remove(UInt64.random(in: 0...(modelIDs + 2), using: &random))
    default: post(Int.random(in: 0..<3, using: &random), sender: Int.random(in: -1..<2, using: &random))
    }
  }

  private func observe() {
    let name = Int.random(in: -1..<3, using: &random)
    let sender = Int.random(in: -3..<2, using: &random)
    register(name < 0 ? nil : name, sender < 0 ? nil : sender)
    seat(name < 0 ? nil : name, sender < 0 ? nil : sender)
  }

  private func register(_ name: Int?, _ sender: Int?) {
    let id = Box()
    id.value = bus.observe(name.map { names[$0] }, from: sender.map { senders[$0] }, by: "o") { [unowned self] event in
      real.append("o \(event.number)")
      numbers.append(("\(id.value?.rawValue ?? 0)", event.number))
      react(to: event.number, of: id.value?.rawValue ?? 0)
    }
  }

  private func react(to event: UInt64, of id: UInt64) {
    // One reaction for each event, by the first observer it reaches.
    switch reactions.removeValue(forKey: event) ?? .nothing {
    case .nothing: break
    case .post(let name, foreign: true): center.post(name: names[name], object: nil)
    case .post(let name, foreign: false): bus.post(names[name])
    case .remove(let id): bus.remove(ObserverID(rawValue: id))
    case .observe(let name): register(name, nil)
    }
  }

  private func remove(_ id: UInt64) {
    let result = bus.remove(ObserverID(rawValue: id))
    let was = model.contains { $0.id == id }
    let wanted: Removal =
      was ? .removed : (1...max(1, modelIDs)).contains(id) && modelIDs > 0 ? .alreadyRemoved : .neverExisted
    #expect(result == wanted)
    model.removeAll { $0.id == id }
  }

  private func seat(_ name: Int?, _ sender: Int?) {
    modelIDs += 1
    model.append(Seat(id: modelIDs, name: name, sender: sender))
  }

  private func post(_ name: Int, sender: Int) {
    let plan = makeReactions()
    reactions = plan
    modelPost(name, sender, plan)
    let object = sender < 0 ? nil : senders[sender]
    if Bool.random(using: &random) {
      bus.post(names[name], from: object)
    } else {
      center.post(name: names[name], object: object)
    }
    isInStep = real.count == expected.count
  }

  /// What the first observers of this post and of the next few will do.
  private func makeReactions() -> [UInt64: Reaction] {
    var plan: [UInt64: Reaction] = [:]
    for event in (modelEvents + 1)...(modelEvents + 4) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0...2: plan[event] = .post(Int.random(in: 0..<3, using: &random), foreign: Bool.random(using: &random))
      case 3: plan[event] = .remove(UInt64.random(in: 1...(modelIDs + 1), using: &random))
      case 4 where model.count < 12: plan[event] = .observe(Int.random(in: 0..<3, using: &random))
      default: break
      }
    }
    return plan
  }

  private func modelPost(_ name: Int, _ sender: Int, _ plan: [UInt64: Reaction]) {
    var queue = [(name, sender)]
    var open = modelEvents
    modelEvents += 1
    while !queue.isEmpty {
      let (name, sender) = queue.removeFirst()
      open += 1
      var isFirst = true
      for seat in model where seat.name == nil || seat.name == name {
        guard seat.sender == nil || seat.sender == sender, model.contains(where: { $0.id == seat.id }) else { continue }
        expected.append("o \(open)")
        defer { isFirst = false }
        guard isFirst else { continue }
        switch plan[open] ?? .nothing {
        case .nothing: break
        case .post(let name, _):
          queue.append((name, -1))
          modelEvents += 1
        case .remove(let id): model.removeAll { $0.id == id }
        case .observe(let name): self.seat(name, nil)
        }
      }
    }
  }
}

/// The id of an observer, for its own block.
@MainActor
private final class Box {
  var value: ObserverID?
}
