/// The nearest of `candidates` to `word`, if it is near enough to be meant: at most two edits, and fewer than its length.
package func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
  var best: (text: String, distance: Int)?
  for candidate in candidates {
    let distance = editDistance(Array(word.lowercased().utf8), Array(candidate.lowercased().utf8), limit: 2)
    guard distance <= 2, distance < word.utf8.count else { continue }
    if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
  }
  return best?.text
}

/// How many insertions, deletions, replacements and swaps of neighbours lead from one to the other; `limit` + 1 for more.
private func editDistance(_ first: [UInt8], _ second: [UInt8], limit: Int) -> Int {
  guard abs(first.count - second.count) <= limit else { return limit + 1 }
  var before: [Int] = []
  var last = Array(0...second.count)
  for row in first.indices {
    var next = [row + 1]
    for column in second.indices {
      let isSame = first[row] == second[column]
      var cost = min(last[column + 1] + 1, next[column] + 1, last[column] + (isSame ? 0 : 1))
      if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
        cost = min(cost, before[column - 1] + 1)
      }
      next.append(cost)
    }
    (before, last) = (last, next)
  }
  return min(last[second.count], limit + 1)
}
