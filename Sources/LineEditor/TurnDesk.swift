import Foundation
internal import Shell

/// Where the main actor hands a turn to the editor's thread and the thread hands lines back.
final class TurnDesk: Sendable {
  private struct State {
    var turn: CheckedContinuation<LineRead, Never>?
    var lines: ArraySlice<[UInt8]> = []
    var isClosed = false
  }

  private let lock = NSLock()
  // Guarded by `lock`.
  nonisolated(unsafe) private var state = State()

  /// Whether there will be no more turns.
  var isClosed: Bool { lock.withLock { state.isClosed } }

  /// Asks for a line; the end at once when the desk is closed or another turn is under way.
  func ask(_ turn: CheckedContinuation<LineRead, Never>) {
    let isTaken = lock.withLock {
      guard !state.isClosed, state.turn == nil else { return false }
      state.turn = turn
      return true
    }
    if !isTaken { turn.resume(returning: .end) }
  }

  /// Whether somebody waits for a line.
  var hasTurn: Bool { lock.withLock { state.turn != nil } }

  /// Answers the turn; `rest` are more lines that came with it.
  func answer(_ read: LineRead, rest: ArraySlice<[UInt8]> = []) {
    let turn = lock.withLock {
      defer { state.turn = nil }
      state.lines = rest
      return state.turn
    }
    turn?.resume(returning: read)
  }

  /// The next of the lines that came with the last.
  func nextLine() -> [UInt8]? {
    lock.withLock { state.lines.popFirst() }
  }

  /// Forgets the lines that nobody took yet.
  func dropLines() {
    lock.withLock { state.lines = [] }
  }

  /// No more turns; one under way is the thread's to answer.
  func close() {
    lock.withLock { state.isClosed = true }
  }
}
