import Testing

@Test func `placeholder of AuthBusTests`() { #expect(Bool(true)) }
