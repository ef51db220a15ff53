import CEdit
import Dispatch
import Foundation

/// Hands signals to the main actor. As process 1 of a container a program gets no default actions: this is what ends it.
///
/// The handler only writes the number to a pipe. A dispatch source for signals would do without one, but on Linux it blocks
/// and raises the signal on whichever thread was hit, where it can stay pending for good.
@MainActor
package final class SignalWatch {
  private let action: @MainActor (Int32) -> Void
  private let pipe = WakePipe()
  private var source: (any DispatchSourceRead)?

  /// `action` is called on the main actor with the number of each signal that came.
  package init(_ action: @escaping @MainActor (Int32) -> Void) {
    self.action = action
  }

  /// Watches for `numbers`. A signal that the caller had set to be ignored, as `nohup` does, stays so.
  package func start(_ numbers: [Int32]) {
    guard let pipe else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: pipe.reader, queue: .main)
    source.setEventHandler { [action] in
      MainActor.assumeIsolated {
        for number in pipe.drain().sorted() { action(Int32(number)) }
      }
    }
    source.activate()
    self.source = source
    for number in numbers where !isIgnored(number) { _ = cedit_catch(number, pipe.writer) }
  }

  private func isIgnored(_ number: Int32) -> Bool {
    var present = sigaction()
    sigaction(number, nil, &present)
    return unsafeBitCast(present.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
