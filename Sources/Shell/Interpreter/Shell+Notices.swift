import AuthApp
import AuthBus

extension Shell {
  /// A line that no command printed: above the line being typed, or among the results of a script.
  ///
  /// JSON output stays one object per command; a program finds the same facts in `events`.
  func notice(_ text: String) {
    if let board {
      board.notice(text)
    } else if !isJSON {
      printer.line(text)
    }
  }

  /// Takes what `bus observe` added off the bus.
  func dropObservations() {
    for observation in observations { app.bus.remove(observation.id) }
    observations = []
  }
}
