import AuthBus

/// `text` fit for one line of an error that quotes what was typed: control characters, which could steer a terminal, are spelled
/// out, and a text longer than `limit` characters loses its middle, so that the reason and the hint at its ends stay in sight.
package func presentable(_ text: String, limit: Int = 1_000) -> String {
  let kept =
    text.utf8.count > limit && text.count > limit ? "\(text.prefix(limit / 2))…\(text.suffix(limit / 2))" : text
  return spellingOutControls(kept)
}

/// `text` with each control character replaced by one visible character as wide as the carets below take it to be.
func levelled(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isControl) else { return text }
  return String(
    String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? ($0 == "\t" ? " " : "\u{FFFD}") : $0 }))
}
