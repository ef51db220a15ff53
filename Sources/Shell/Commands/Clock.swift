import AuthApp
import Accounts
import Foundation
import ShellLanguage

/// `clock show`: the service's time.
struct ClockShow: Command {
  static let spec = CommandSpec("clock show", summary: "show the account service's time")

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    try await shell.clockOutput()
  }
}

/// `clock advance D`: time is a value.
struct ClockAdvance: Command {
  static let spec = CommandSpec(
    "clock advance", summary: "move the account service's time forward",
    discussion:
      "Every program on this home sees the new time. It only goes forward; 'clock reset' brings back the present.",
    parameters: [.positional("DURATION", .duration)])

  /// A hundred years: dates stay within what every format here can write.
  private static let furthest = Duration.seconds(36_500 * 86_400)

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let step = call.duration("DURATION") ?? .zero
    let present = try await shell.operating { server async throws(AuthError) in try await server.clockOffset() }
    guard step <= Self.furthest, present + step <= Self.furthest else {
      throw .usage("the clock goes at most 36500d ahead", hint: "'clock reset' brings back the present")
    }
    try await shell.operating { server async throws(AuthError) in try await server.setClockOffset(present + step) }
    return try await shell.clockOutput()
  }
}

/// `clock reset`: back to the machine's time.
struct ClockReset: Command {
  static let spec = CommandSpec("clock reset", summary: "bring the account service's time back to the present")

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    try await shell.operating { server async throws(AuthError) in try await server.setClockOffset(.zero) }
    return try await shell.clockOutput()
  }
}

extension Shell {
  fileprivate func clockOutput() async throws(CommandError) -> Output {
    let offset = try await operating { server async throws(AuthError) in try await server.clockOffset() }
    let now = app.parts.clock.now().addingTimeInterval(Double(offset.components.seconds))
    let lead = offset == .zero ? "" : "  (\(formatDuration(offset)) ahead)"
    return Output(
      now.formatted(.iso8601) + lead, json: ["now": .date(now), "ahead": .string(formatDuration(offset))])
  }
}
