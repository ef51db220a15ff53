public import Foundation

extension AuthBus {
  /// Posts on the center itself, past the bus, as other code in the process does; from any thread.
  ///
  /// For showing and testing that the bus hears such posts too; their origin is ``AuthEvent/Origin/foreign``.
  public nonisolated func postPastTheBus(_ name: Notification.Name) {
    tap.postPlainly(name)
  }
}
