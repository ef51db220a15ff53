import Testing

@Test func `placeholder of ShellTests`() { #expect(Bool(true)) }
