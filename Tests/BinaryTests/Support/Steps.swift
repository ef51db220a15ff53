import Foundation

extension Binary.Result {
  /// Every event of an `events --json` among the results, as `kind subject by actor: detail`.
  var events: [String] {
    objects.flatMap { $0["events"] as? [[String: Any]] ?? [] }.map { event in
      "\(event["kind"] ?? "") \(event["subject"] ?? "") by \(event["actor"] ?? ""): \(event["detail"] ?? "")"
    }
  }

  /// The last `status --json` among the results.
  var lastStatus: [String: Any] { objects.last { $0["screens"] != nil } ?? [:] }

  /// The first of `steps` that does not come after those before it; nil when all do, with any others between them.
  func firstMissing(of steps: String...) -> String? {
    var rest = events[...]
    for step in steps {
      guard let index = rest.firstIndex(where: { $0.hasPrefix(step) }) else { return step }
      rest = rest[rest.index(after: index)...]
    }
    return nil
  }

  /// What no run may show, however it fails: a trap, a stack trace, Swift's own words.
  var crash: String? {
    if status > 128, ![129, 130, 141, 143].contains(status) { return "ended with \(status)" }
    return ["Fatal error", "Stack dump", "Backtrace", "Thread 0", "swift_task", "Swift."].first {
      output.contains($0) || errors.contains($0)
    }
  }
}
