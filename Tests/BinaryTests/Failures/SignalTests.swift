import Foundation
import Testing

/// Being told to end, also as process 1 of a container and when the terminal goes away.
@Suite struct SignalTests {
  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `a signal ends a waiting run with 128 and its number`(_ signal: Int32) async throws {
    let shell = try LiveShell(home: TestHome())
    _ = try shell.command("status")
    #expect(try shell.end(by: signal) == 128 + signal)
  }

  @Test(.enabled(if: Machine.hasNamespaces, "needs unshare with process-id namespaces"))
  func `as process 1, which gets no default actions, TERM ends it too`() async throws {
    let shell = try LiveShell(home: TestHome(), in: ["unshare", "-rpf", "--kill-child", "--mount-proc"])
    #expect(try shell.command("status").contains("root      login"))
    #expect(try shell.end(by: SIGTERM, isWrapped: true) == 143)
  }

  @Test func `a signal that the caller ignores, as nohup does, stays ignored`() async throws {
    let shell = try LiveShell(home: TestHome(), in: ["sh", "-c", "trap '' HUP; exec \"$@\"", "sh"])
    _ = try shell.command("status")
    kill(shell.pid, SIGHUP)
    #expect(try shell.command("status").contains("root      login"))
    #expect(shell.end() == 0)
  }

  @Test(.enabled(if: Machine.hasPython, "needs python3 with pty"))
  func `when the terminal goes away the shell ends with 129 and the session stays`() async throws {
    let home = try TestHome()
    #expect(try await Binary.commands("signin --anonymous", home: home).status == 0)
    let script = """
      import os, pty, sys
      pid, terminal = pty.fork()
      if pid == 0:
          os.execve(sys.argv[1], sys.argv[1:], dict(os.environ, TERM='xterm'))
      seen = b''
      while b'home>' not in seen:
          seen += os.read(terminal, 1000)
      os.write(terminal, b'half a li')
      os.close(terminal)
      print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
      """
    let run = try await Binary.run([], home: home, limit: 30, in: ["python3", "-c", script])
    #expect(run.output == "129\n" && run.crash == nil, "\(run.errors)")
    #expect(try await Binary.commands("whoami", home: home).status == 0)
  }
}
