import ShellLanguage
import Testing

@Suite struct MaskingTests {
  static let masking = Masking(
    [
      CommandSpec(
        "signin", summary: "",
        parameters: [
          .positional("EMAIL", .email, optional: true), .flag("anonymous"), .option("password", .secret),
          .option("password-file", .file),
        ]),
      CommandSpec("password change", summary: "", parameters: [.option("new", .secret)]),
      CommandSpec(
        "keys import", summary: "", parameters: [.positional("NAME", repeated: true), .option("pin", .secret)]),
      CommandSpec("echo", summary: "", parameters: [.positional("WORD", repeated: true)]),
      CommandSpec("status", summary: ""),
    ], synonyms: ["login": "signin", "exit": "quit"])

  @Test(arguments: [
    "status", "echo a b c", "", "  ", "# signin a b", "signin", "signin ada@example.com",
    "signin ada@example.com # home again",
    "signin --anonymous", "signin --json ada@example.com", "signin --password-file f ada@example.com",
    "signin ada@example.com --help",
    "keys import a b c d", "password change", "exit 3", "nonsense a b c", "echo 'open", "echo -- a",
    "signin ada@example.com --",
  ]) func `a line without a secret stays as it is`(line: String) {
    #expect(Self.masking.mask(line) == line)
  }

  /// In each line the secret is spelt with the letters `hunter22`; `•` stands for the dots.
  @Test(arguments: [
    // By its option, wherever that stands.
    ("signin a@b.co --password hunter22", "signin a@b.co --password •"),
    ("signin --password=hunter22 a@b.co", "signin --password=• a@b.co"),
    ("echo --password hunter22 x", "echo --password • x"),
    ("signin a@b.co --password 'hunter22 x'", "signin a@b.co --password •"),
    (#"signin a@b.co --password="hunter22 x""#, "signin a@b.co --password=•"),
    ("signin --password --hunter22", "signin --password •"),
    ("signin --password --password hunter22", "signin --password • •"),
    ("signin --password-file --password hunter22", "signin --password-file --password •"),
    ("signin --password #hunter22", "signin --password •"),
    ("signin --password > hunter22", "signin --password > •"),
    ("password change --new hunter22", "password change --new •"),
    ("keys import a --pin hunter22 b", "keys import a --pin • b"),
    // Mistyped, or spelt in a way that hides the name.
    ("signin --pasword hunter22", "signin --pasword •"), ("signin --Password=hunter22", "signin --Password=•"),
    ("signin --pw hunter22", "signin --pw •"), ("signin --pw=hunter22 a@b.co", "signin --pw=• a@b.co"),
    (#"signin --"pass"'word' hunter22"#, #"signin --"pass"'word' •"#), ("signin --${o} hunter22", "signin --${o} •"),
    ("signin --p${o}=hunter22", "signin --p${o}=•"),
    ("signin --passw\u{301}ord=hunter22", "signin --passw\u{301}ord=•"),
    ("signin --password=\u{301}hunter22", "signin --password=•"),
    // More words than the command declares.
    ("signin a@b.co hunter22", "signin a@b.co •"), ("signin a@b.co hunter22 x", "signin a@b.co • •"),
    ("signin --password x a@b.co hunter22", "signin --password • a@b.co •"),
    ("'signin' a@b.co hunter22", "'signin' a@b.co •"),
    ("signin a@b.co -- hunter22", "signin a@b.co -- •"), ("password change hunter22", "password change •"),
    // The same after a word that only resembles, or stands for, the command.
    ("singin a@b.co hunter22", "singin a@b.co •"), ("login a@b.co hunter22", "login a@b.co •"),
    ("pasword change hunter22", "pasword change •"), (#""signin" a@b.co hunter22"#, #""signin" a@b.co •"#),
    // Lines that cannot be read lose all that may be a secret.
    ("signin a@b.co --password 'hunter22", "signin a@b.co •"), ("signin a@b.co hunter22'", "signin a@b.co •"),
    ("signin 'a@b.co --password hunter22", "signin •"), ("'signin a@b.co hunter22", "•"),
    ("echo --password hunter22 '", "echo •"), ("login a@b.co hunter22 ${", "login a@b.co •"),
    ("signin a@b.co hunter22\0", "signin a@b.co •"),
  ]) func `a secret is hidden`(line: String, shown: String) {
    #expect(Self.masking.mask(line) == shown.replacing("•", with: Masking.dots))
  }

  @Test(
    arguments: [
      ("signin has no option --pasword; did you mean --password?", "signin a@b.co --pasword hunter22", nil),
      ("'hunter22' is nothing", "signin a@b.co --password hunter22", "'•' is nothing"),
      ("'hunter22' is nothing", "signin a@b.co --password=hunter22", "'•' is nothing"),
      ("hunter223 is not it", "signin a@b.co --password hunter22", nil),
      ("a@b.co: 'a' is no password", "signin a@b.co a", "•@b.co: '•' is no password"),
      ("hunter22 stays", "echo hunter22", nil), ("hunter22 stays", "echo 'hunter22", nil),
    ] as [(String, String, String?)])
  func `a message keeps its words but for the secrets of the line`(message: String, line: String, shown: String?) {
    #expect(Self.masking.mask(message, about: line) == shown?.replacing("•", with: Masking.dots) ?? message)
  }

  @Test func `no value of a secret option is ever left in a line`() {
    var random = Seeded()
    let before = [
      "signin", "login", "echo", "a@b.co", "''", "'b c'", "--json", "--pw", "--pw=", "--password-file", "--", ">",
      "${x}",
    ]
    let after = ["a", "'", "\"", "#", "${", "--", " ", "\0", "--password", "=", "\\"]
    for _ in 0..<5_000 {
      let first = (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in before.randomElement(using: &random) }
      let option = [
        "--password ", "--password=", "--pasword ", "--\"password\"=", "--password 'x", "--password \"${x}",
      ]
      let rest = (0..<4).compactMap { _ in after.randomElement(using: &random) }.joined()
      let line = first.joined(separator: " ") + " " + (option.randomElement(using: &random) ?? "") + "hunter22" + rest
      #expect(!Self.masking.mask(line).contains("hunter22"), "seed \(random.seed): \(line)")
    }
  }
}
