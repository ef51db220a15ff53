import Foundation

/// One budget and what came of it.
struct Row: Equatable {
  /// The benchmark's name, and a word after a dot where it has several rows.
  var name: String
  /// What authsh took.
  var value: Double?
  /// What both values count.
  var unit: String
  /// What authsh is compared with.
  var peer: String
  /// What the peer took.
  var peerValue: Double?
  /// The most that `value / peerValue` may be.
  var budget: Double
  /// Why a value is missing, or how it was got.
  var note: String?
  /// Whether the budget holds; nil where there is no peer to compare with.
  var holds: Bool?

  /// How many times the peer's value authsh's is.
  var ratio: Double? {
    guard let value, let peerValue, peerValue > 0 else { return nil }
    return value / peerValue
  }
}

extension Row {
  /// A budget that was measured.
  static func measured(
    _ name: String, _ values: (value: Double, peer: Double), _ unit: String, peer: String, budget: Double,
    note: String? = nil
  ) -> Row {
    var row = Row(
      name: name, value: values.value, unit: unit, peer: peer, peerValue: values.peer, budget: budget, note: note)
    row.holds = (row.ratio ?? .infinity) <= budget
    return row
  }

  /// A budget whose peer is not on this machine: nobody can tell whether it holds.
  static func missing(_ name: String, _ unit: String, peer: String, budget: Double, note: String) -> Row {
    Row(name: name, unit: unit, peer: peer, budget: budget, note: note, holds: nil)
  }

  /// A benchmark that broke down: its budget does not hold, since nothing shows that it does.
  static func failed(_ name: String, _ error: any Error) -> Row {
    Row(name: name, unit: "", peer: "", budget: 0, note: "not measured: \(error)", holds: false)
  }
}

extension Row: Encodable {
  private enum Key: String, CodingKey {
    case name, value, unit, peer, peerValue, ratio, budget, holds, note
  }

  /// Every key but the note is always there; what is not known is null.
  func encode(to encoder: any Encoder) throws {
    var row = encoder.container(keyedBy: Key.self)
    try row.encode(name, forKey: .name)
    try row.encode(value?.rounded(digits: 4), forKey: .value)
    try row.encode(unit, forKey: .unit)
    try row.encode(peer, forKey: .peer)
    try row.encode(peerValue?.rounded(digits: 4), forKey: .peerValue)
    try row.encode(ratio?.rounded(digits: 4), forKey: .ratio)
    try row.encode(budget, forKey: .budget)
    try row.encode(holds, forKey: .holds)
    try row.encodeIfPresent(note, forKey: .note)
  }
}
