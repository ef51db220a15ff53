import Testing

@Test func `placeholder of AuthAppTests`() { #expect(Bool(true)) }
