import AuthStorage
import Foundation
import Shell

/// Ends before the program is wired.
@MainActor
enum Leaving {
  /// Prints a page and ends well.
  static func now(printing text: String) -> Never {
    let printer = Printer()
    printer.line(text)
    exit(status(ExitCode.success.rawValue, after: printer))
  }

  /// The exit status of a run that would end with `status`: a result that could not be shown is an error of its own, which is told;
  /// a reader that went away is none of ours.
  static func status(_ status: Int32, after printer: Printer, _ traceFailure: String? = nil) -> Int32 {
    switch printer.failure {
    case 0:
      guard let traceFailure else { return status }
      printer.error("authsh: \(traceFailure)")
      return status == 0 ? ExitCode.storeUnusable.rawValue : status
    case EPIPE: return 128 + SIGPIPE
    default:
      printer.error("authsh: cannot write the output: \(String(cString: strerror(printer.failure)).lowercased())")
      return ExitCode.storeUnusable.rawValue
    }
  }

  /// Tells what is wrong, to programs too if they asked for JSON, and ends with its code.
  static func now(telling error: any Error) -> Never {
    let told: CommandError =
      switch error {
      case let error as OptionError: CommandError("usage", error.message, exit: .wrongOptions)
      case let error as CommandError: error
      case let error as StorageError: CommandError(error)
      default: CommandError("internal-error", "\(error)", exit: .internalError)
      }
    let printer = Printer()
    if CommandLine.arguments.dropFirst().prefix(while: { $0 != "--" }).contains("--json") { printer.line(told.json) }
    printer.error("authsh: \(told.text)")
    exit(told.exit.rawValue)
  }
}
