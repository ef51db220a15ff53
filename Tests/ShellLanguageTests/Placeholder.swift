import Testing

@Test func `placeholder of ShellLanguageTests`() { #expect(Bool(true)) }
