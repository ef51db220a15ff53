import Testing

@Test func `placeholder of AuthStorageTests`() { #expect(Bool(true)) }
