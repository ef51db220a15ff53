import Testing

@Test func `placeholder of BinaryTests`() { #expect(Bool(true)) }
