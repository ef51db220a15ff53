import Foundation
import ShellLanguage

/// `source FILE`: runs a script here.
struct SourceFile: Command {
  static let spec = CommandSpec(
    "source", summary: "run the commands of a file here",
    discussion: "FILE is relative to the script that names it. A failure in it ends it.",
    parameters: [.positional("FILE", .file)], errors: ["file-unreadable", "script-failed", "cancelled"])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let path = shell.resolve(call["FILE"])
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard !shell.scripts.contains(real) else {
      throw .usage("'\(call["FILE"])' sources itself", hint: "take the line out")
    }
    let source = try ScriptSource(path: path)
    let exit = await shell.run(script: source, at: real)
    if shell.wasInterrupted { throw CommandError("cancelled", "interrupted", exit: exit) }
    guard exit == .success else {
      throw CommandError("script-failed", "'\(call["FILE"])' ended with an error", exit: exit)
    }
    return Output("", json: ["file": .string(path)])
  }
}

extension Shell {
  /// Runs a script file, remembered while it runs so that it cannot source itself. It ends at its first failure, at the prompt too.
  package func run(script source: ScriptSource, at path: String) async -> ExitCode {
    scripts.append(path)
    defer { scripts.removeLast() }
    return await run(source)
  }

  fileprivate func resolve(_ path: String) -> String {
    guard !path.hasPrefix("/"), let script = scripts.last else { return path }
    return URL(fileURLWithPath: script).deletingLastPathComponent().appendingPathComponent(path).path
  }
}
