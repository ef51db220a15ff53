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
    exit(printer.failure == 0 ? ExitCode.success.rawValue : ExitCode.storeUnusable.rawValue)
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
