import ShellLanguage
import Testing

@Suite struct DurationTextTests {
  @Test(
    arguments: [
      ("300ms", .milliseconds(300)), ("2s", .seconds(2)), ("90m", .seconds(5_400)), ("1h", .seconds(3_600)),
      ("1d", .seconds(86_400)),
      ("0s", .zero), ("007s", .seconds(7)), ("106751991167d", .milliseconds(106_751_991_167 * 86_400_000)),
      ("", nil), ("s", nil), ("2", nil), ("2 s", nil), ("-2s", nil), ("1.5s", nil), ("2S", nil), ("2sec", nil),
      ("٢s", nil),
      ("106751991168d", nil), ("99999999999999999999s", nil), ("+2s", nil),
    ] as [(String, Duration?)]) func `a duration is a whole number and its unit`(text: String, duration: Duration?)
  {
    #expect(parseDuration(text) == duration)
  }

  @Test(
    arguments: [
      (.zero, "0s"), (.milliseconds(1_500), "1500ms"), (.seconds(60), "1m"), (.seconds(3_660), "61m"),
      (.seconds(172_800), "2d"),
      (.microseconds(300), "0s"), (.seconds(-5), "-5s"), (.seconds(Int64.max), "9223372036854775807s"),
      (.seconds(Int64.min), "-9223372036854775808s"),
    ] as [(Duration, String)]) func `the largest unit that divides it is written`(duration: Duration, text: String)
  {
    #expect(formatDuration(duration) == text)
  }

  @Test func `what is written is read back`() {
    var random = Seeded()
    for _ in 0..<5_000 {
      let limit = Int64(1) << Int64.random(in: 0...62, using: &random)
      let duration = Duration.milliseconds(Int64.random(in: 0..<limit, using: &random))
      #expect(parseDuration(formatDuration(duration)) == duration, "seed \(random.seed)")
    }
  }
}
