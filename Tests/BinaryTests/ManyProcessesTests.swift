import Foundation
import Testing

/// Programs that share a home.
@Suite struct ManyProcessesTests {
  private static let processes = 8
  private static let keys = 25

  @Test func `eight processes on one home lose no setting and no account`() async throws {
    let home = try TestHome()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<Self.processes { group.addTask { try await Self.work(as: number, on: home) } }
      try await group.waitForAll()
    }
    let data = try Data(contentsOf: home.file("defaults.plist"))
    let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any] ?? [:]
    for number in 0..<Self.processes {
      for key in 0..<Self.keys {
        #expect(list["p\(number).k\(key)"] as? Int == key, "p\(number).k\(key)")
      }
    }
    let accounts = try await Binary.commands("server accounts", home: home, options: ["--json"])
    let emails = (accounts.objects.first?["accounts"] as? [[String: Any]] ?? []).compactMap { $0["email"] as? String }
    #expect(emails.sorted() == (0..<Self.processes).map { "p\($0)@example.com" })
  }

  /// Settings one by one, and in the middle of them an account.
  private static func work(as number: Int, on home: TestHome) async throws {
    let shell = try LiveShell(home: home, ["--keep-going"])
    for key in 0..<keys {
      let answer = try await shell.commandOffTheMainActor("defaults write p\(number).k\(key) \(key)")
      #expect(answer.isEmpty)
      if key == keys / 2 { try await signUp("p\(number)@example.com", in: shell) }
    }
    shell.end()
  }

  /// Signs up. Whoever another process signed in meanwhile is in the way, and is signed out until the way is free.
  private static func signUp(_ email: String, in shell: LiveShell) async throws {
    for _ in 0..<100 {
      _ = try await shell.commandOffTheMainActor("signout --if-signed-in")
      let answer = try await shell.commandOffTheMainActor("signup \(email) --password hunter22")
      if answer.contains("signed up") { return }
      try #require(answer.contains("belongs to the login root"), "\(answer)")
    }
    Issue.record("\(email) never found the login root")
  }
}
