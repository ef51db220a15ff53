/// Whether `scalar` is a control character, which could steer a terminal.
package func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }

/// `text` with each control character spelled out as `\u{1b}` and so on.
package func spellingOutControls(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isControl) else { return text }
  return text.unicodeScalars.reduce(into: "") { line, scalar in
    if isControl(scalar) {
      line += "\\u{\(String(scalar.value, radix: 16))}"
    } else {
      line.unicodeScalars.append(scalar)
    }
  }
}
