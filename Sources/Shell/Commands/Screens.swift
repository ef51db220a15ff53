import AuthApp
import ShellLanguage

/// `screens`: what lies on the root.
struct Screens: Command {
  static let spec = ScreenCommand.spec(
    "screens", "list the root's screens, and the modals over them",
    discussion: """
      Each open screen has an observer of its own on the bus ('bus observers'), which goes when it is closed; 'sees' is what
      that observer was told. Another root takes the modals down first, and comes with a fresh stack.
      """)

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let navigation = shell.app.window.navigation
    let seen = shell.app.window.environments
    var table = Table(["place", "screen", "sees"])
    table.add(["root", navigation.root.name, shell.app.environment.rendering])
    for (index, screen) in navigation.screens.enumerated() {
      table.add(["stack \(index + 2)", screen.rawValue, seen.screens[index].rendering])
    }
    for (index, screen) in navigation.modals.enumerated() {
      table.add(["modal \(index + 1)", screen.rawValue, seen.modals[index].rendering])
    }
    return Output(table.text, json: navigation.json)
  }
}

/// `open SCREEN`: pushes a screen.
struct Open: Command {
  static let spec = ScreenCommand.spec(
    "open", "push a screen on the root's stack", discussion: ScreenCommand.list, parameters: [ScreenCommand.screen])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    shell.app.controller.open(try ScreenCommand.screen(of: call))
    return ScreenCommand.output(shell)
  }
}

/// `close`: pops the top screen.
struct Close: Command {
  static let spec = ScreenCommand.spec("close", "close the top screen of the stack", errors: ["no-screen"])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    guard shell.app.controller.close() != nil else {
      throw CommandError("no-screen", "only the root is left, and it cannot be closed", hint: "try: open settings")
    }
    return ScreenCommand.output(shell)
  }
}

/// `present SCREEN`: a modal over everything.
struct Present: Command {
  static let spec = ScreenCommand.spec(
    "present", "present a screen as a modal, over everything", discussion: ScreenCommand.list,
    parameters: [ScreenCommand.screen])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    shell.app.controller.present(try ScreenCommand.screen(of: call))
    return ScreenCommand.output(shell)
  }
}

/// `dismiss`: takes the top modal down.
struct Dismiss: Command {
  static let spec = ScreenCommand.spec("dismiss", "take the top modal down", errors: ["no-modal"])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    guard shell.app.controller.dismiss() != nil else {
      throw CommandError("no-modal", "no modal is up", hint: "try: present confirm")
    }
    return ScreenCommand.output(shell)
  }
}

/// What the commands on screens share.
@MainActor
enum ScreenCommand {
  static let screen = Parameter.positional("SCREEN", .choice(Screen.allCases.map(\.rawValue)))

  /// Every screen with its summary, for help pages.
  static var list: String {
    var table = Table()
    for screen in Screen.allCases { table.add([screen.rawValue, screen.summary]) }
    return table.text
  }

  /// A spec for the roots that have screens.
  static func spec(
    _ name: String, _ summary: String, discussion: String = "", parameters: [Parameter] = [], errors: [String] = []
  ) -> CommandSpec {
    CommandSpec(
      name, roots: [.login, .home], summary: summary, discussion: discussion, parameters: parameters, errors: errors)
  }

  /// The screen that was named; the spec has checked it.
  static func screen(of call: Call) throws(CommandError) -> Screen {
    guard let screen = Screen(rawValue: call["SCREEN"]) else { throw .usage("no screen '\(call["SCREEN"])'") }
    return screen
  }

  /// The way from the root to what is on top.
  static func output(_ shell: Shell) -> Output {
    let navigation = shell.app.window.navigation
    let stack = ([navigation.root.name] + navigation.screens.map(\.rawValue)).joined(separator: " > ")
    let modals = navigation.modals.map { " + \($0.rawValue)" }.joined()
    return Output(stack + modals, json: navigation.json)
  }
}

extension NavigationStack {
  /// The stack as every command's JSON shows it.
  fileprivate var json: [String: JSONValue] {
    [
      "root": .string(root.name), "instance": .integer(instance), "depth": .integer(depth),
      "stack": .array(screens.map { .string($0.rawValue) }), "modals": .array(modals.map { .string($0.rawValue) }),
    ]
  }
}
