import Dispatch
import Foundation

/// Fills each standard descriptor that the caller closed with one that refuses, so that no file of authsh's own gets its number:
/// what is printed would go into that file. Called before anything is opened.
func holdStandardDescriptors() {
  for (number, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)] {
    // The lowest free number is given out, and all lower ones are taken by now.
    if fcntl(number, F_GETFD) < 0 { _ = open("/dev/null", mode) }
  }
}

/// Keeps secrets out of core files, and lets a reader that goes away be noticed as an error instead of a death.
func hardenProcess() {
  // One byte, not none: Linux takes a limit of 1 as "no core" also where cores are piped to a collector.
  var limit = rlimit(rlim_cur: 1, rlim_max: 1)
  setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
  signal(SIGPIPE, SIG_IGN)
}

/// Hands signals to the main actor. As process 1 of a container a program gets no default actions: this is what ends it.
@MainActor
final class SignalWatch {
  private let action: @MainActor (Int32) -> Void
  private var sources: [any DispatchSourceSignal] = []

  init(_ action: @escaping @MainActor (Int32) -> Void) {
    self.action = action
  }

  /// Watches for `numbers`. A signal that the caller had set to be ignored, as `nohup` does, stays so.
  func start(_ numbers: [Int32]) {
    for number in numbers {
      guard !isIgnored(number) else { continue }
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { [action] in MainActor.assumeIsolated { action(number) } }
      source.activate()
      sources.append(source)
    }
  }

  private func isIgnored(_ number: Int32) -> Bool {
    var present = sigaction()
    sigaction(number, nil, &present)
    return unsafeBitCast(present.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
