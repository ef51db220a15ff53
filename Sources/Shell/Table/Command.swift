package import ShellLanguage

/// A command: one line of the command table, and what it does.
///
/// ```swift
/// struct Hello: Command {
///   static let spec = CommandSpec("hello", summary: "greets", parameters: [.positional("NAME")])
///   func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
///     Output("hello, \(call["NAME"])", json: ["name": .string(call["NAME"])])
///   }
/// }
/// ```
@MainActor
package protocol Command {
  /// Its line of the table.
  static var spec: CommandSpec { get }
  /// Commands have no state of their own.
  init()
  /// Does it. The arguments have been checked against the spec.
  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output
}
