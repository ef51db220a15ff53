import Testing

@Test func `placeholder of LocalAccountsTests`() { #expect(Bool(true)) }
