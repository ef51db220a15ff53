extension JournalRow {
  /// One line for people: `12 +0.4ms main post #3 authStateDidChange by login -> 2 observers`.
  ///
  /// Control characters are shown as `\u{1b}` and so on, so that a row cannot steer a terminal.
  public var text: String {
    let tenths = (time + 50_000) / 100_000
    var words = ["\(number)", "+\(tenths / 10).\(tenths % 10)ms", thread, kind.rawValue]
    if let event { words.append("#\(event)") }
    words.append(subject)
    if !actor.isEmpty { words += ["by", actor] }
    if !detail.isEmpty { words += ["->", detail] }
    return spellingOutControls(words.joined(separator: " "))
  }

  /// One JSON object on one line, without a line end. `event` is there only when the step belongs to one.
  public var json: String {
    let event = event.map { #""event":\#($0),"# } ?? ""
    return #"{"number":\#(number),"time":\#(time),"thread":\#(Self.quoted(thread)),"kind":"\#(kind.rawValue)","#
      + #""subject":\#(Self.quoted(subject)),"actor":\#(Self.quoted(actor)),\#(event)"#
      + #""detail":\#(Self.quoted(detail)),"cause":\#(Self.quoted(cause))}"#
  }

  /// `text` as a JSON string: what RFC 8259 section 7 demands, and every other control character.
  private static func quoted(_ text: String) -> String {
    let body = text.unicodeScalars.reduce(into: "") { line, scalar in
      switch scalar {
      case "\"", "\\":
        line.unicodeScalars.append("\\")
        line.unicodeScalars.append(scalar)
      case _ where isControl(scalar):
        let digits = String(scalar.value, radix: 16)
        line += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: line.unicodeScalars.append(scalar)
      }
    }
    return "\"\(body)\""
  }
}
