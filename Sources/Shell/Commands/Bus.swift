import AuthApp
import AuthBus
import Foundation
import ShellLanguage

/// What `bus observe` hung on the bus.
@MainActor
struct Observation {
  let id: ObserverID
  /// Kept for its life: an observer of a scope ends with it.
  var scope: AuthObserver?
}

/// `bus names`: the notifications the app knows.
struct BusNames: Command {
  static let spec = CommandSpec("bus names", summary: "list the notifications that authsh posts")

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let names = Notification.Name.authBusNames.map(\.rawValue)
    return Output(names.joined(separator: "\n"), json: ["names": .array(names.map { .string($0) })])
  }
}

/// `bus observers`: who listens, in the order of delivery.
struct BusObservers: Command {
  static let spec = CommandSpec("bus observers", summary: "list who listens, in the order they are called")

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    var table = Table(["id", "name", "observer", "from"])
    var rows: [JSONValue] = []
    for observer in shell.app.bus.observers {
      let name = observer.name?.rawValue ?? "any"
      table.add([String(observer.id.rawValue), name, observer.label, observer.filter])
      rows.append([
        "id": .integer(Int(observer.id.rawValue)), "name": .string(name), "observer": .string(observer.label),
        "filter": .string(observer.filter),
      ])
    }
    return Output(table.text, json: ["observers": .array(rows)])
  }
}

/// `bus observe NAME`: prints a line at each delivery.
struct BusObserve: Command {
  static let spec = CommandSpec(
    "bus observe", summary: "listen for a notification and print a line at each delivery",
    discussion: """
      --scope NAME makes an AuthObserver of its own, as a screen would: it reports the state at once if there is a verdict,
      then every change of it. Observers go with 'bus remove' or at 'restart'.
      """,
    parameters: [
      .positional("NAME", .event, optional: true),
      .option("scope", .text, help: "a name for an AuthObserver of its own"),
    ])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    if let scope = call.value("scope") { return observe(scope: scope, in: shell) }
    guard let name = call.value("NAME") else {
      throw .usage("NAME is missing", hint: "write: bus observe authStateDidChange")
    }
    let label = "observer \(shell.observations.count + 1)"
    let id = shell.app.bus.observe(Notification.Name(name), by: label) { [weak shell] event in
      let payload = event.payload.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
      shell?.notice("\(label): \(event.name.rawValue) (post #\(event.number))\(payload)")
    }
    shell.observations.append(Observation(id: id))
    let known = Notification.Name.authBusNames.map(\.rawValue)
    let near = known.contains(name) ? nil : nearest(to: name, among: known).map { "; did you mean '\($0)'?" }
    return Output("observing \(name) as id \(id.rawValue)\(near ?? "")", json: ["id": .integer(Int(id.rawValue))])
  }

  private func observe(scope: String, in shell: Shell) -> Output {
    let manager = shell.app.manager
    let observer = AuthObserver(
      bus: shell.app.bus, source: shell.app.activeSource, label: scope, reading: { manager.state },
      onChange: { [weak shell] environment in shell?.notice("\(scope): \(environment.rendering)") })
    guard let id = observer.id else { return Output("") }
    shell.observations.append(Observation(id: id, scope: observer))
    return Output("observing the auth state as id \(id.rawValue)", json: ["id": .integer(Int(id.rawValue))])
  }
}

/// `bus remove ID`: removes an observer; twice does no harm.
struct BusRemove: Command {
  static let spec = CommandSpec(
    "bus remove", summary: "stop listening",
    discussion: "Only what 'bus observe' added can be removed: without its own observers the app would be deaf.",
    parameters: [.positional("ID", .number)])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let id = ObserverID(rawValue: UInt64(call.number("ID") ?? 0))
    let isOwn = shell.observations.contains { $0.id == id }
    if !isOwn, shell.app.bus.observers.contains(where: { $0.id == id }) {
      throw .usage("observer \(id.rawValue) belongs to the app", hint: "remove one that 'bus observe' added")
    }
    let removal = shell.app.bus.remove(id)
    shell.observations.removeAll { $0.id == id }
    switch removal {
    case .removed: return Output("removed \(id.rawValue)", json: ["removal": "removed"])
    case .alreadyRemoved: return Output("\(id.rawValue) was removed already", json: ["removal": "alreadyRemoved"])
    case .neverExisted: throw .usage("no observer has the id \(id.rawValue)", hint: "'bus observers' lists them")
    }
  }
}

/// `bus post NAME`: posts by hand, as any code could.
struct BusPost: Command {
  static let spec = CommandSpec(
    "bus post", summary: "post a notification by hand",
    discussion: "It changes nothing by itself: whoever listens reads the state and finds it as it was.",
    parameters: [
      .positional("NAME", .event),
      .flag("background", help: "post from another thread: it is delivered on the main actor all the same"),
      .flag("foreign", help: "post on NotificationCenter itself, past the bus, as other code would"),
    ])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let name = Notification.Name(call["NAME"])
    let bus = shell.app.bus
    if call.has("background") || call.has("foreign") {
      return await postElsewhere(name, isForeign: call.has("foreign"), inBackground: call.has("background"), in: shell)
    }
    let receipt = bus.post(name, by: "bus post")
    if let refusal = receipt.refusal {
      throw CommandError("post-refused", refusal.description, hint: "'events' shows how it came to it")
    }
    let near = receipt.suggestion.map { "; did you mean '\($0)'?" } ?? ""
    return Output(
      "post #\(receipt.number) reached \(receipt.delivered) of \(receipt.delivered + receipt.skipped)\(near)",
      json: [
        "number": .integer(Int(receipt.number)), "delivered": .integer(receipt.delivered),
        "skipped": .integer(receipt.skipped), "suggestion": .optional(receipt.suggestion),
      ])
  }

  private func postElsewhere(
    _ name: Notification.Name, isForeign: Bool, inBackground: Bool, in shell: Shell
  ) async -> Output {
    let bus = shell.app.bus
    let post: @Sendable () -> Void = {
      if isForeign { bus.postPastTheBus(name) } else { bus.enqueue(name, by: "bus post") }
    }
    if inBackground {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          post()
          continuation.resume()
        }
      }
    } else {
      post()
    }
    // The main queue is first in, first out: what was enqueued has been delivered when this comes by.
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    return Output("posted \(name.rawValue)", json: ["name": .string(name.rawValue)])
  }
}
