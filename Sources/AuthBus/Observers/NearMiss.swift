/// Whether `typed` is perhaps a slip for `known`: the same but for case, or at most two edits away.
func isNearMiss(_ typed: String, _ known: String) -> Bool {
  let lengths = (typed.utf8.count, known.utf8.count)
  guard typed != known, max(lengths.0, lengths.1) <= 200 else { return false }
  let (left, right) = (Array(typed.lowercased()), Array(known.lowercased()))
  // Of a very short name two edits leave nothing.
  return editDistance(left, right) <= min(2, right.count / 3)
}

/// The fewest insertions, deletions and replacements that turn one into the other.
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  var row = Array(0...right.count)
  for (i, letter) in left.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, other) in right.enumerated() {
      let replaced = diagonal + (letter == other ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(replaced, diagonal + 1, row[j] + 1)
    }
  }
  return row[right.count]
}
