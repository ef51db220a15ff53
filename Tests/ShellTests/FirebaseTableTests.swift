import Accounts
import AuthBus
import Foundation
import ShellLanguage
import Testing

@testable import Shell

/// The page for people who come from Firebase keeps to the commands and the codes that there are.
@MainActor
@Suite struct FirebaseTableTests {
  /// What stands where authsh has nothing.
  static let absent = "not in 0.1"

  @Test func `every method of Firebase's client has one row`() throws {
    let rows = try Page.rows(under: "| Firebase |")
    // Counted in the client's sources, overloads with a completion handler and async ones as one.
    #expect(rows.count >= 196)
    #expect(rows.allSatisfy { $0.count == 3 && $0[0].count > 2 && $0[0].first == "`" && $0[0].last == "`" })
    let names = rows.map { $0[0] }
    #expect(Set(names).count == names.count, "twice: \(twice(names))")
  }

  @Test func `every command of the page is one, written as its synopsis has it`() throws {
    for row in try Page.rows(under: "| Firebase |") where row[1] != Self.absent {
      try check(row[1], of: row[0])
    }
  }

  @Test func `every command that the third columns name is one`() throws {
    for row in try Page.rows(under: "| Firebase |") + Page.rows(under: "| AuthErrorCode |") {
      let names = CommandTable.standard.specs.map { $0.path[0] }
      for text in Page.quoted(row.last ?? "") where text.contains(" ") && names.contains(text.words[0]) {
        try check("`\(text)`", of: row[0])
      }
    }
  }

  @Test func `every number of AuthErrorCode has one row`() throws {
    let rows = try Page.rows(under: "| AuthErrorCode |")
    #expect(rows.allSatisfy { $0.count == 4 })
    let numbers = rows.compactMap { Int($0[1]) }
    #expect(numbers == Self.numbers, "twice: \(twice(numbers))")
    let names = rows.map { $0[0] }
    #expect(Set(names).count == 91, "twice: \(twice(names))")
  }

  @Test func `every code of the page is one that a command can end with`() throws {
    let possible = Set(AuthError.one.map(\.code) + CommandTable.standard.specs.flatMap(\.errors) + Fails.anywhere)
    for row in try Page.rows(under: "| AuthErrorCode |") where row[2] != Self.absent {
      let code = try #require(Page.quoted(row[2]).first, "\(row[0]) names no code")
      #expect(possible.contains(code), "\(row[0]): no command ends with \(code)")
    }
    for row in try Page.rows(under: "| authsh |") {
      #expect(possible.contains(row[0].trimmed), "no command ends with \(row[0])")
    }
  }

  @Test func `every code of the account service is on the page, with a number or without`() throws {
    let numbered = Set(try Page.rows(under: "| AuthErrorCode |").map { $0[2].trimmed })
    let others = try Page.rows(under: "| authsh |").map { $0[0].trimmed }
    #expect(Set(others).count == others.count, "twice: \(twice(others))")
    #expect(numbered.isDisjoint(with: others))
    for error in AuthError.one {
      #expect(numbered.contains(error.code) || others.contains(error.code), "\(error.code) is missing")
    }
  }

  /// The numbers of Firebase's `AuthErrorCode`, in its order.
  static let numbers: [Int] = {
    let ranges = [36...48, 51...63, 66...68, 71...76, 78...78, 81...90, 93...94, 105...105, 200...210]
    let first = [0, 2] + Array(4...12) + Array(14...17) + [20, 21] + Array(23...26) + Array(28...34)
    return (first + ranges.flatMap { Array($0) } + [995, 999, 1000]).map { 17_000 + $0 }
  }()

  /// Whether `cell` names a command and what follows can be its words; a parameter's own name stands for a value.
  private func check(_ cell: String, of row: String) throws {
    let words = try #require(Page.quoted(cell).first, "\(row): '\(cell)' is no command").words
    let (command, count) = try CommandTable.standard.find(words)
    let spec = command.spec
    var positionals = spec.parameters.filter(\.isPositional)[...]
    var values: [String] = []
    var option: Parameter?
    for word in words.dropFirst(count) {
      if let parameter = option {
        (option, values) = (nil, values + [parameter.sample])
      } else if word.hasPrefix("--") {
        option = spec.parameters.first { $0.form == .option && $0.name == word.dropFirst(2) }
        values.append(word)
      } else {
        let next = positionals.popFirst()
        let parameter = try #require(next, "\(row): \(spec.name) takes no '\(word)'")
        let isName = word == word.uppercased()
        #expect(!isName || word == parameter.name, "\(row): \(spec.name) calls it \(parameter.name), not \(word)")
        #expect(isName || parameter.allows(word), "\(row): \(spec.name) takes no '\(word)'")
        values.append(isName ? parameter.sample : word)
      }
    }
    let arguments = values.map { Argument(text: $0, startsBare: true, range: 0..<0) }
    #expect(throws: Never.self, "\(row): \(words.joined(separator: " "))") { try Call(arguments, for: spec) }
  }

  private func twice<Value: Hashable>(_ values: [Value]) -> [Value] {
    Dictionary(grouping: values) { $0 }.filter { $0.value.count > 1 }.map(\.key)
  }
}

/// `FirebaseAuth.md`, taken apart.
private enum Page {
  static let file = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/Shell/Shell.docc/FirebaseAuth.md")

  /// The rows of all tables whose head begins with `head`, as their cells.
  static func rows(under head: String) throws -> [[String]] {
    let text = try String(contentsOf: file, encoding: .utf8)
    let tables = text.split(separator: "\n\n").filter { $0.hasPrefix(head) }
    let lines = tables.flatMap { $0.split(separator: "\n").dropFirst(2) }
    try #require(!lines.isEmpty, "no table begins with '\(head)'")
    return lines.map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// What stands between back-ticks.
  static func quoted(_ cell: String) -> [String] {
    let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
  }
}

extension String {
  fileprivate var words: [String] { split(separator: " ").map(String.init) }
  fileprivate var trimmed: String { trimmingCharacters(in: ["`"]) }
}

extension Parameter {
  /// A value that its kind allows.
  fileprivate var sample: String {
    switch kind {
    case .number: "1"
    case .duration: "1s"
    case .email: "ada@example.com"
    case .choice(let words): words[0]
    default: "x"
    }
  }

  /// Whether `word` may stand on the page as a value: an event must be one of authsh's own.
  fileprivate func allows(_ word: String) -> Bool {
    switch kind {
    case .event: Notification.Name.authBusNames.contains(Notification.Name(word))
    case .choice(let words): words.contains(word)
    default: false
    }
  }
}

extension AuthError {
  /// One of each case. A new case does not compile until ``next`` has it, and so the page must.
  fileprivate static var one: [AuthError] { Array(sequence(first: .invalidEmail) { $0.next }) }

  private var next: AuthError? {
    switch self {
    case .invalidEmail: .weakPassword(minimum: 6)
    case .weakPassword: .emailAlreadyInUse
    case .emailAlreadyInUse: .invalidCredential
    case .invalidCredential: .userDisabled
    case .userDisabled: .userNotFound
    case .userNotFound: .tooManyRequests(retryAfter: .seconds(30))
    case .tooManyRequests: .userTokenExpired
    case .userTokenExpired: .idTokenExpired
    case .idTokenExpired: .requiresRecentLogin
    case .requiresRecentLogin: .invalidActionCode
    case .invalidActionCode: .expiredActionCode
    case .expiredActionCode: .providerAlreadyLinked
    case .providerAlreadyLinked: .noSuchProvider
    case .noSuchProvider: .documentTooLarge(limit: 1)
    case .documentTooLarge: .networkRequestFailed
    case .networkRequestFailed: .operationNotAllowed
    case .operationNotAllowed: .noCurrentUser
    case .noCurrentUser: .store(.locked)
    case .store: nil
    }
  }
}
