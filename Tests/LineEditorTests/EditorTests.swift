import Foundation
import LineEditor
import Shell
import ShellLanguage
import Testing

/// One editor on one pseudo-terminal.
@MainActor
final class Session {
  let pty: PseudoTerminal
  let board = PromptBoard()
  let editor: Editor
  private var turns = 0

  init(columns: Int = 80, type: String = "xterm", historyLine: @escaping @Sendable (String) -> String? = { $0 }) throws
  {
    pty = try PseudoTerminal(columns: columns)
    let commands = [
      CommandSpec("status", summary: "say who is signed in"), CommandSpec("signin", summary: "sign in"),
      CommandSpec("signup", summary: "make an account"),
    ]
    board.publish(.init(prompt: "login> ", commands: commands))
    editor = Editor(board: board, terminal: pty.terminal(type), historyLine: historyLine)
  }

  /// Reads a line while `typing` plays the person.
  func read(_ typing: () async throws -> Void) async throws -> LineRead {
    turns += 1
    async let read = editor.next()
    // A person waits for an answer and then gives up; so does a test that would otherwise never end.
    let patience = Task { [editor] in
      try await Task.sleep(for: .seconds(300))
      editor.close()
    }
    defer { patience.cancel() }
    do {
      try await pty.wait(for: "prompt \(turns)") { [turns] in $0.filter { $0.hasPrefix("login>") }.count == turns }
      try await typing()
    } catch {
      editor.close()
      throw error
    }
    return await read
  }

  /// Types keys and gives what they made.
  func enter(_ keys: String) async throws -> LineRead { try await read { pty.type(keys) } }
}

private func line(_ text: String) -> LineRead { .line(Array(text.utf8)) }

// One after another: libedit's terminal description is the process's own, so a program has one editor at a time.
@MainActor @Suite(.serialized, .timeLimit(.minutes(10)))
struct EditorTests {
  @Test(arguments: ["signin ada@example.com", "반갑습니다 세계", "", "é ÿ 🙂"])
  func `a line comes through`(text: String) async throws {
    let session = try Session()
    #expect(try await session.enter(text + "\r") == line(text))
  }

  @Test(arguments: ["xterm", "dumb", "no-such-terminal"])
  func `a line comes through on any terminal`(type: String) async throws {
    let session = try Session(type: type)
    #expect(try await session.enter("status\r") == line("status"))
  }

  @Test func `bytes that are not UTF-8 come through unchanged`() async throws {
    let session = try Session()
    let bytes: [UInt8] = [0x61, 0xFF, 0xED, 0x95, 0x62, 0xC3]
    #expect(try await session.read { session.pty.type(bytes + [13]) } == .line(bytes))
  }

  @Test func `a line of a megabyte comes through`() async throws {
    let session = try Session()
    let long = String(repeating: "0123456789abcdef", count: 65_536)
    #expect(try await session.enter("\u{1B}[200~\(long)\u{1B}[201~\r") == line(long))
  }

  @Test func `Ctrl-C forgets the line and the next prompt works`() async throws {
    let session = try Session()
    #expect(try await session.enter("half\u{3}") == .cancelled)
    #expect(try await session.enter("\u{3}") == .cancelled)
    #expect(try await session.enter("status\r") == line("status"))
  }

  @Test func `Ctrl-C in the middle of a line leaves what is shown of it`() async throws {
    let session = try Session()
    let read = try await session.read {
      session.pty.type("half a line\u{1}\u{3}")
      try await session.pty.wait(for: "login> half a line^C")
    }
    #expect(read == .cancelled)
  }

  @Test func `Ctrl-D ends on an empty line only`() async throws {
    let session = try Session()
    #expect(try await session.enter("ab\u{1}\u{4}\r") == line("b"))
    #expect(try await session.enter("\u{4}") == .end)
  }

  @Test(arguments: [80, 40, 20])
  func `a new prompt redraws the half-typed line`(columns: Int) async throws {
    let session = try Session(columns: columns)
    let typed = String(repeating: "안녕 세계 ", count: 6) + "안녕"
    let read = try await session.read {
      session.pty.type(typed)
      try await session.pty.wait(for: "the line") { $0.joined().filter { $0 == "녕" }.count == 7 }
      session.board.publish(.init(prompt: "ada 집> "))
      try await session.pty.wait(for: "the new prompt, once, and no old one") { rows in
        rows[0].hasPrefix("ada 집> 안녕") && !rows.joined().contains("login")
          && rows.joined().filter { $0 == "녕" }.count == 7
      }
      session.pty.type(" 끝\r")
    }
    #expect(read == line(typed + " 끝"))
  }

  @Test(arguments: [80, 20])
  func `a notice stands above the half-typed line`(columns: Int) async throws {
    let session = try Session(columns: columns)
    let typed = String(repeating: "하나 둘 ", count: 4) + "셋"
    let read = try await session.read {
      session.pty.type(typed)
      try await session.pty.wait(for: "the line") { $0.joined().contains("셋") }
      session.pty.type("\u{1}")
      session.board.notice("signed out\nelsewhere")
      try await session.pty.wait(for: "notice and line") { rows in
        rows[0] == "signed out" && rows[1] == "elsewhere" && rows[2].hasPrefix("login> 하나")
          && rows.dropFirst(2).joined().filter { $0 == "셋" }.count == 1
      }
      session.pty.type("앞 \r")
    }
    #expect(read == line("앞 " + typed))
  }

  @Test func `a notice on a terminal that cannot move its cursor keeps the line`() async throws {
    let session = try Session(type: "dumb")
    let read = try await session.read {
      session.pty.type("sta")
      try await session.pty.wait(for: "login> sta")
      session.board.notice("signed out")
      try await session.pty.wait(for: "notice and line") { $0[1] == "signed out" && $0[2] == "login> sta" }
      session.pty.type("tus\r")
    }
    #expect(read == line("status"))
  }

  @Test func `TAB completes a command`() async throws {
    let session = try Session()
    #expect(try await session.enter("sta\t--json\r") == line("status --json"))
  }

  @Test(arguments: [80, 24])
  func `a second TAB lists the candidates and keeps the line`(columns: Int) async throws {
    let session = try Session(columns: columns)
    let read = try await session.read {
      session.pty.type("si\t\t")
      try await session.pty.wait(for: "list and line") { rows in
        rows[1].hasPrefix("signin") && rows.last { !$0.isEmpty } == "login> sign"
      }
      session.pty.type("u\tx\r")
    }
    #expect(read == line("signup x"))
  }

  @Test func `Up brings the last line back as history keeps it`() async throws {
    let session = try Session { $0.hasPrefix(" ") ? nil : $0.replacingOccurrences(of: "hunter22", with: "***") }
    _ = try await session.enter("signin --password hunter22\r")
    _ = try await session.enter(" secret line\r")
    #expect(try await session.enter("\u{1B}[A\r") == line("signin --password ***"))
    #expect(try await session.enter("\u{12}pass\r") == line("signin --password ***"))
  }

  @Test func `a paste runs nothing before Enter`() async throws {
    let session = try Session()
    let read = try await session.read {
      session.pty.type("\u{1B}[200~one\r\ntwo\tx\u{7}\nthree\n\u{1B}[201~")
      try await session.pty.wait(for: "three")
      session.pty.type(" end\r")
    }
    #expect(read == line("one"))
    #expect(session.editor.buffered() == Array("two\tx".utf8))
    #expect(session.editor.buffered() == Array("three end".utf8))
    #expect(session.editor.buffered() == nil)
  }

  @Test func `Ctrl-C leaves a paste that never ends`() async throws {
    let session = try Session()
    #expect(try await session.enter("\u{1B}[200~one\r\u{3}") == .cancelled)
  }

  @Test(arguments: [
    ("한\u{7F}글\r", "글"), ("\u{1112}\u{1161}\u{11AB}\u{7F}x\r", "x"), ("ab cd\u{17}x\r", "ab x"),
    ("bc\u{1B}[Ha\u{1B}[Fd\r", "abcd"), ("one two\u{1B}[1;5DX\r", "one Xtwo"), ("ab\u{1B}[H\u{1B}[3~\r", "b"),
  ])
  func `keys edit`(keys: String, text: String) async throws {
    let session = try Session()
    #expect(try await session.enter(keys) == line(text))
  }

  @Test func `between turns the terminal is as it was, and after closing too`() async throws {
    let session = try Session()
    let before = session.pty.settings
    let read = try await session.read {
      #expect(session.pty.settings != before)
      session.pty.type("status\r")
    }
    #expect(read == line("status"))
    #expect(session.pty.settings == before)
    async let next = session.editor.next()
    try await session.pty.wait(for: "a second prompt") { $0.filter { $0.hasPrefix("login>") }.count == 2 }
    session.editor.close()
    #expect(await next == .end)
    #expect(session.pty.settings == before)
    #expect(await session.editor.next() == .end)
  }

  @Test func `a terminal that is gone ends the lines`() async throws {
    let session = try Session()
    #expect(try await session.read { session.pty.hangUp() } == .end)
    #expect(await session.editor.next() == .end)
  }
}
