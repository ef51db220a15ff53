import ShellLanguage
import Testing

@Suite struct SpellingTests {
  static let words = ["signin", "signup", "signout", "status", "set", "echo"]

  @Test(
    arguments: [
      ("singin", "signin"), ("sigin", "signin"), ("signinn", "signin"), ("SIGNUP", "signup"), ("sttaus", "status"),
      ("st", "set"), ("s", nil), ("ecoh", "echo"), ("deploy", nil), ("", nil), ("e", nil), ("se", "set"),
    ] as [(String, String?)]) func `the nearest word within two edits is meant`(typed: String, meant: String?)
  {
    #expect(nearest(to: typed, among: Self.words) == meant)
  }

  @Test func `of two that are equally near the first is taken`() {
    #expect(nearest(to: "signip", among: ["signin", "signup"]) == "signin")
  }

  @Test func `a word of a megabyte costs nothing`() {
    #expect(nearest(to: String(repeating: "a", count: 1_048_576), among: Self.words) == nil)
  }

  @Test func `one edit is always found`() {
    var random = Seeded()
    for _ in 0..<2_000 {
      let word = "x" + random.text(upTo: 8, of: "abc") + "yz"
      var typed = Array(word)
      let place = Int.random(in: typed.indices, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: typed.remove(at: place)
      case 1: typed.insert("q", at: place)
      case 2: typed[place] = "q"
      default: typed.swapAt(place, max(0, place - 1))
      }
      #expect(nearest(to: String(typed), among: [word]) == word, "seed \(random.seed): \(typed) for \(word)")
    }
  }
}
