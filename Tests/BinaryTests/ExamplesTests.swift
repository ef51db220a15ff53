import Foundation
import Testing

/// Every script of `examples/` against the built program.
@Suite struct ExamplesTests {
  @Test func `README links every example`() throws {
    let readme = try Repository.text("README.md")
    #expect(Example.all.count >= 15)
    for example in Example.all { #expect(readme.contains("(examples/\(example.name))"), "\(example.name)") }
  }

  @Test(arguments: Example.all) func `an example prints what stands beside it`(example: Example) async throws {
    let home = try TestHome()
    let run = try await example.run(on: home)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.isEmpty)
    let output = Example.normalized(run.output, home: home)
    // `AUTHSH_UPDATE=1 swift test --filter ExamplesTests` writes what was printed, to be read before it is kept.
    if ProcessInfo.processInfo.environment["AUTHSH_UPDATE"] != nil { try example.keep(output) }
    let expected = try #require(example.expected, "no .out file beside \(example.name)")
    #expect(output == expected)
  }

  @Test func `after auto-login a second start is home`() async throws {
    let home = try TestHome()
    let example = try #require(Example.all.first { $0.name == "auto-login.authsh" })
    #expect(try await example.run(on: home).status == 0)
    let second = try await Binary.commands("status", home: home, options: ["--json"])
    #expect(second.objects.first?["root"] as? String == "home")
    #expect((second.objects.first?["user"] as? [String: Any])?["email"] as? String == "ada@example.com")
  }

  @Test func `every example says how it is run`() throws {
    for example in Example.all {
      #expect(try Repository.text("examples/\(example.name)").contains("examples/\(example.name)"))
    }
  }
}
