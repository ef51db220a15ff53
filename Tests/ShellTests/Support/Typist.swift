import Foundation
import Shell

/// A person at a terminal who types these answers, then Ctrl-D.
final class Typist: SecretAsking, @unchecked Sendable {
  // Guarded by `lock`.
  private var answers: [String]
  private(set) var prompts: [String] = []
  private let lock = NSLock()

  init(_ answers: String...) { self.answers = answers }

  func ask(_ prompt: String) async throws(SecretUnavailable) -> String? {
    lock.withLock {
      prompts.append(prompt)
      return answers.isEmpty ? nil : answers.removeFirst()
    }
  }
}
