/// How many columns of a terminal `text` takes: two for East Asian wide characters and emoji, none for control characters.
package func displayWidth(_ text: String) -> Int {
  text.reduce(0) { $0 + width(of: $1) }
}

private func width(of character: Character) -> Int {
  guard let scalar = character.unicodeScalars.first else { return 0 }
  if scalar.value < 0x20 || scalar.value == 0x7F { return 0 }
  if scalar.value < 0x1100 { return scalar.properties.generalCategory == .nonspacingMark ? 0 : 1 }
  return wideRanges.contains { $0.contains(scalar.value) } ? 2 : 1
}

/// The wide and full-width blocks of Unicode Standard Annex 11.
private let wideRanges: [ClosedRange<UInt32>] = [
  0x1100...0x115F, 0x231A...0x231B, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
  0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
  0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
]
