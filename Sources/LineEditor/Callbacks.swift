internal import CEdit

// What libedit calls, on the editor's thread. Plain functions: a closure would take the isolation of where it stands.

private func reader(of edit: OpaquePointer?) -> LineReader? {
  guard let edit, let data = cedit_data(edit) else { return nil }
  return Unmanaged<LineReader>.fromOpaque(data).takeUnretainedValue()
}

/// The next character; 0 when there will be none.
func readKey(_ edit: OpaquePointer?, _ key: UnsafeMutablePointer<Int32>?) -> Int32 {
  guard let next = reader(of: edit)?.nextKey() else { return 0 }
  key?.pointee = next
  return 1
}

/// The prompt's characters.
func showPrompt(_ edit: OpaquePointer?) -> UnsafeMutablePointer<Int32>? {
  reader(of: edit)?.promptCharacters
}

/// Ctrl-C.
func cancelKey(_ edit: OpaquePointer?, _ key: Int32) -> UInt8 { run(edit) { $0.cancel() } }

/// Ctrl-Z.
func suspendKey(_ edit: OpaquePointer?, _ key: Int32) -> UInt8 { run(edit) { $0.suspend() } }

/// TAB.
func completeKey(_ edit: OpaquePointer?, _ key: Int32) -> UInt8 { run(edit) { $0.complete() } }

/// What a terminal sends before pasted text.
func pasteKey(_ edit: OpaquePointer?, _ key: Int32) -> UInt8 { run(edit) { $0.paste() } }

/// Backspace.
func backspaceKey(_ edit: OpaquePointer?, _ key: Int32) -> UInt8 { run(edit) { $0.backspace() } }

private func run(_ edit: OpaquePointer?, _ command: (LineReader) -> EditResult) -> UInt8 {
  (reader(of: edit).map(command) ?? .failed).rawValue
}
