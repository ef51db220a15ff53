import LineEditor
import Shell
import Testing

struct TerminalSecretPromptTests {
  private func ask(_ pty: PseudoTerminal, _ keys: [UInt8]) async throws -> String? {
    let prompt = TerminalSecretPrompt(device: pty.device)
    async let secret = prompt.ask("Password: ")
    try await pty.wait(for: "Password:")
    pty.type(keys)
    return try await secret
  }

  @Test(arguments: [
    ("hunter22\r", "hunter22"), ("비밀번호\n", "비밀번호"), ("비번\u{7F}x\r", "비x"), ("wrong\u{15}right\r", "right"),
    ("half\u{3}", nil), ("\u{4}", nil), ("\r", ""),
  ])
  func `a secret is what was typed`(keys: String, secret: String?) async throws {
    let pty = try PseudoTerminal()
    let before = pty.settings
    #expect(try await ask(pty, Array(keys.utf8)) == secret)
    #expect(pty.settings == before)
  }

  @Test func `a secret is not shown`() async throws {
    let pty = try PseudoTerminal()
    #expect(try await ask(pty, Array("hunter22\r".utf8)) == "hunter22")
    try await pty.wait(for: "only the prompt") { $0.filter { !$0.isEmpty } == ["Password:"] }
    #expect(!pty.hasReceived("hunter"))
  }

  @Test func `a secret that is no text or too long is asked for again`() async throws {
    let pty = try PseudoTerminal()
    let long = [UInt8](repeating: 0x61, count: 5_000) + [13]
    #expect(try await ask(pty, [0xFF, 13] + long + Array("right\r".utf8)) == "right")
    try await pty.wait(for: "both complaints") { rows in
      ["that is not UTF-8 text; once more", "that is too long; once more"].allSatisfy { rows.joined().contains($0) }
    }
  }

  @Test func `without a terminal there is nobody to ask`() async {
    await #expect(throws: SecretUnavailable()) { try await TerminalSecretPrompt(device: "/dev/null").ask("Password: ") }
  }

  @Test func `a cancelled task stops asking and the terminal is as it was`() async throws {
    let pty = try PseudoTerminal()
    let before = pty.settings
    let prompt = TerminalSecretPrompt(device: pty.device)
    let asking = Task { try await prompt.ask("Password: ") }
    try await pty.wait(for: "Password:")
    asking.cancel()
    #expect(try await asking.value == nil)
    #expect(pty.settings == before)
  }

  @Test func `a keeper puts the terminal back while a secret is typed`() async throws {
    let pty = try PseudoTerminal()
    let before = pty.settings
    let keeper = TerminalKeeper()
    let prompt = TerminalSecretPrompt(device: pty.device, keeper: keeper)
    async let secret = prompt.ask("Password: ")
    try await pty.wait(for: "Password:")
    #expect(pty.settings != before)
    keeper.restore()
    #expect(pty.settings == before)
    pty.hangUp()
    #expect(try await secret == nil)
  }
}
