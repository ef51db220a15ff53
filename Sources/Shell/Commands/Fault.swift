import AuthApp
import ShellLanguage

/// `fault list`: what is switched on.
struct FaultList: Command {
  static let spec = CommandSpec(
    "fault list", summary: "list the faults that are switched on",
    discussion:
      "Faults lie between the app and its account service; 'server' commands never meet them. 'restart' keeps them.")

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output { shell.faultOutput() }
}

/// `fault network MODE [N] [--on OPERATION]`: requests do not get through, or late.
struct FaultNetwork: Command {
  static let spec = CommandSpec(
    "fault network", summary: "let requests to the account service fail or dawdle",
    discussion: "off: none gets through; slow: each takes 2s more; every N: each Nth does not get through.",
    parameters: [
      .positional("MODE", .choice(["off", "slow", "every"])), .positional("N", .number, optional: true),
      .option("on", .choice(Faults.Operation.allCases.map(\.rawValue)), help: "only this operation"),
    ])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let network: Faults.Network
    switch (call["MODE"], call.number("N")) {
    case ("off", nil): network = .off
    case ("slow", nil): network = .slow
    case ("every", let count?) where count > 0: network = .every(count)
    case ("every", _):
      throw .usage("N is missing: how many requests make one failure", hint: "write: fault network every 3")
    default: throw .usage("only 'every' takes a number", hint: "write: fault network \(call["MODE"])")
    }
    return shell.changeFaults {
      $0.network = network
      $0.operation = call.value("on").flatMap(Faults.Operation.init(rawValue:))
    }
  }
}

/// `fault latency D`: every request takes longer.
struct FaultLatency: Command {
  static let spec = CommandSpec(
    "fault latency", summary: "let every request to the account service take longer",
    parameters: [.positional("DURATION", .duration)])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    shell.changeFaults { $0.latency = call.duration("DURATION") }
  }
}

/// `fault restore D|never`: the verdict at a start is late, or does not come.
struct FaultRestore: Command {
  static let spec = CommandSpec(
    "fault restore", summary: "let restoring a session take longer, or never end",
    discussion: "It counts at the next 'restart'. After 5s without a verdict the splash root stays and says why.",
    parameters: [.positional("DURATION|never")])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let text = call["DURATION|never"]
    guard text == "never" || parseDuration(text) != nil else {
      throw .usage("'\(text)' is no duration", hint: "write: fault restore 400ms, or: fault restore never")
    }
    return shell.changeFaults { $0.restore = parseDuration(text).map(Faults.Restore.delayed) ?? .never }
  }
}

/// `fault profile`: profiles cannot be saved.
struct FaultProfile: Command {
  static let spec = CommandSpec(
    "fault profile", summary: "let saving a profile fail",
    discussion: "A sign-up then leaves an account without a profile, as when an app's upload fails.")

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    shell.changeFaults { $0.profile = true }
  }
}

/// `fault clear [NAME]`: all is well again.
struct FaultClear: Command {
  static let spec = CommandSpec(
    "fault clear", summary: "switch faults off: all, or one",
    parameters: [.positional("FAULT", .choice(["network", "latency", "restore", "profile"]), optional: true)])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    shell.changeFaults {
      switch call.value("FAULT") {
      case "network": ($0.network, $0.operation) = (nil, nil)
      case "latency": $0.latency = nil
      case "restore": $0.restore = nil
      case "profile": $0.profile = false
      default: $0 = Faults.Settings()
      }
    }
  }
}

extension Shell {
  fileprivate func changeFaults(_ change: (inout Faults.Settings) -> Void) -> Output {
    change(&app.parts.faults.settings)
    publish()
    return faultOutput()
  }

  fileprivate func faultOutput() -> Output {
    let settings = app.parts.faults.settings
    let rows = settings.rows
    var table = Table()
    for (name, value) in rows { table.add([name, value]) }
    return Output(
      rows.isEmpty ? "no faults" : table.text,
      json: ["faults": .object(Dictionary(rows.map { ($0.name, JSONValue.string($0.value)) }) { first, _ in first })])
  }
}

extension Faults.Settings {
  /// What is on, for a person.
  var rows: [(name: String, value: String)] {
    var rows: [(name: String, value: String)] = []
    if let network {
      let mode =
        switch network {
        case .off: "off"
        case .slow: "slow"
        case .every(let count): "every \(count)"
        }
      rows.append(("network", mode + (operation.map { " on \($0.rawValue)" } ?? "")))
    }
    if let latency { rows.append(("latency", formatDuration(latency))) }
    switch restore {
    case .delayed(let delay): rows.append(("restore", formatDuration(delay)))
    case .never: rows.append(("restore", "never"))
    case nil: break
    }
    if profile { rows.append(("profile", "cannot be saved")) }
    return rows
  }
}
