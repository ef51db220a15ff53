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
  static func status(_ status: Int32, after printer: Printer) -> Int32 {
    switch printer.failure {
    case 0: return status
    case EPIPE: return 128 + SIGPIPE
    default:
      printer.error("authsh: cannot write the output: \(String(cString: strerror(printer.failure)).lowercased())")
      return ExitCode.storeUnusable.rawValue
    }
  }

  /// Tells what is wrong and ends with its code.
  static func now(telling error: any Error) -> Never {
    let (text, code): (String, ExitCode) =
      switch error {
      case let error as OptionError: (error.message, .wrongOptions)
      case let error as CommandError: (error.text, error.exit)
      case let error as StorageError: (CommandError(error).text, .storeUnusable)
      default: ("\(error)", .internalError)
      }
    Printer().error("authsh: \(text)")
    exit(code.rawValue)
  }
}
