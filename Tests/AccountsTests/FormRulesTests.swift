import Accounts
import Foundation
import Testing

/// The registration article's rule for the form, by its table and against a second reading of the rule.
@Suite struct FormRulesTests {
  private static let accepted = [
    "a@b.co", "A+x@sub.example.museum", "a@-.co", "..@..co", "a@b." + String(repeating: "z", count: 64),
    "a@b.CO", "0%_@0.ab", "a@b..co",
  ]
  private static let refused = [
    "a@b.c", "a@b", "@b.co", "a b@c.de", "a@b.co\n", "a@@b.co", "a@b.1co", "a@b.co.", "ü@b.co", "a@bü.de",
    "a@b." + String(repeating: "z", count: 65), "", "\na@b.co", "a@b.co ", "a@b.co\r\n", "a@.co@", "a@b.c1",
    "a@b.co\u{301}", "e\u{301}@b.co", "\u{212A}@b.co", "a@b.c\u{212A}", "a@b.\u{FF43}o", "a\u{0}@b.co", "٣@b.co",
  ]

  @Test(arguments: accepted) func `000.6 an address of the rule's form is valid`(_ text: String) {
    #expect(FormRules.accepts(email: text))
  }

  @Test(arguments: refused) func `000.6 any other address is not`(_ text: String) {
    #expect(!FormRules.accepts(email: text))
  }

  @Test(arguments: [
    ("12345678", true), ("        ", true), ("1234567", false), ("", false),
    (String(repeating: "e\u{301}", count: 7), false), (String(repeating: "👨‍👩‍👧‍👦", count: 8), true),
  ])
  func `000.6 a password needs eight characters, as a person counts them`(_ text: String, _ isValid: Bool) {
    #expect(FormRules.accepts(password: Secret(text)) == isValid)
  }

  @Test func `000.6 seven families are 175 bytes and still too short`() {
    let families = String(repeating: "👨‍👩‍👧‍👦", count: 7)
    #expect(families.utf8.count == 175)
    #expect(!FormRules.accepts(password: Secret(families)))
  }

  @Test func `000.6 a field that was not filled in makes the form invalid, and the first problem is named`() {
    let (email, password) = ("ada@example.com", Secret("correct horse"))
    #expect(FormRules.problem(email: nil, password: nil) == .emailMissing)
    #expect(FormRules.problem(email: nil, password: password) == .emailMissing)
    #expect(FormRules.problem(email: "ada", password: nil) == .emailMalformed)
    #expect(FormRules.problem(email: email, password: nil) == .passwordMissing)
    #expect(FormRules.problem(email: email, password: Secret("1234567")) == .passwordTooShort(minimum: 8))
    #expect(FormRules.problem(email: email, password: password) == nil)
  }

  @Test func `000.6 random texts are judged as a second reading of the rule judges them`() {
    let seed = ProcessInfo.processInfo.environment["AUTHSH_SEED"].flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
    print("AUTHSH_SEED=\(seed)")
    let random = SeededRandom(seed: seed)
    // Near misses, mostly: an address whose parts are drawn, then disturbed in one place.
    let scalars = Array("aZ09._%+-@@..\n \u{0}ü\u{301}\u{212A}".unicodeScalars)
    func draw(_ count: Int) -> Int { Int(random.bytes(1)[0]) % count }
    func any(_ usual: Unicode.Scalar? = nil) -> Unicode.Scalar {
      if let usual, draw(12) > 0 { return usual }
      return scalars[draw(scalars.count)]
    }
    var verdicts: [Bool: Int] = [:]
    for _ in 0..<20_000 {
      var text = (0..<draw(4)).map { _ in any("b") } + [draw(5) == 0 ? "a" : "@"]
      text += (0..<draw(4)).map { _ in any() } + ["."]
      text += (0..<(draw(8) == 0 ? 62 + draw(5) : draw(4))).map { _ in any("q") }
      let address = String(String.UnicodeScalarView(text))
      let verdict = Self.readAgain(address)
      #expect(FormRules.accepts(email: address) == verdict, "seed \(seed): \(address.debugDescription)")
      verdicts[verdict, default: 0] += 1
    }
    #expect(verdicts.values.allSatisfy { $0 > 500 }, "seed \(seed): \(verdicts)")
  }

  /// The rule without a pattern: neither side may hold an `@`, and letters hold no dot, so both cuts are forced.
  private static func readAgain(_ text: String) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    func isLetter(_ byte: UInt8) -> Bool { letters.contains(byte | 0x20) }
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    let sides = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard sides.count == 2, let dot = sides[1].lastIndex(of: UInt8(ascii: ".")) else { return false }
    let (host, ending) = (sides[1][..<dot], sides[1][dot...].dropFirst())
    return !sides[0].isEmpty && sides[0].allSatisfy { isLetter($0) || isDigit($0) || "._%+-".utf8.contains($0) }
      && !host.isEmpty && host.allSatisfy { isLetter($0) || isDigit($0) || ".-".utf8.contains($0) }
      && (2...64).contains(ending.count) && ending.allSatisfy(isLetter)
  }
}
