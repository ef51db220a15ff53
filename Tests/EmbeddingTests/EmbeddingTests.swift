import AuthBus
import AuthStorage
import Foundation
import Testing

/// The libraries as another package sees them: this target has no access to what is not public.
@Suite @MainActor struct EmbeddingTests {
  @Test func `your app goes from splash to login to home, and next time to home at once`() async throws {
    let home = try Home.throwaway()
    defer { home.remove() }
    #expect(try await roots(in: home) == ["login", "home"])
    #expect(try await roots(in: home) == ["home"])
  }

  @Test func `README quotes the code that is compiled here`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let code = try String(contentsOf: folder.appendingPathComponent("YourApp.swift"), encoding: .utf8)
    let readme = folder.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("README.md")
    #expect(try String(contentsOf: readme, encoding: .utf8).contains("```swift\n\(code)```\n"))
  }

  private func roots(in home: Home) async throws -> [String] {
    let bus = AuthBus(center: NotificationCenter())
    try await runYourApp(in: home, on: bus)
    return bus.journal.rows().filter { $0.kind == .root }.map(\.subject)
  }
}
