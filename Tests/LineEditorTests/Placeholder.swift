import Testing

@Test func `placeholder of LineEditorTests`() { #expect(Bool(true)) }
