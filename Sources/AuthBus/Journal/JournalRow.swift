/// One step that the journal saw.
public struct JournalRow: Hashable, Sendable {
  /// What kind of step it was.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// An observer was registered.
    case observe
    /// An observer was removed, or a removal found none.
    case remove
    /// A post set out.
    case post
    /// An observer is about to be called.
    case deliver
    /// An observer was passed over; the detail says why.
    case skip
    /// A post reached its last observer.
    case `return`
    /// A post was made inside a delivery and waits for it to end.
    case queue
    /// A post was made off the main actor and is on its way there.
    case hop
    /// A post was refused; the detail says why.
    case refuse
    /// A key was written.
    case write
    /// A key was read.
    case read
    /// Another root became active.
    case root
    /// A screen was put on the root's stack.
    case push
    /// A screen was taken off it.
    case pop
    /// A modal was put over everything.
    case present
    /// A modal was taken down.
    case dismiss
    /// The picture changed gradually, between two roots.
    case transition
    /// The state was checked.
    case check
    /// The window got its content.
    case window
    /// The window was shown.
    case visible
    /// The account service was configured.
    case configure
    /// The present user changed.
    case user
    /// Anything else worth a line.
    case note
  }

  /// Counts the rows from 1; only grows, also when old rows are dropped.
  public let number: UInt64
  /// Nanoseconds since the journal began, by a clock that never goes back. Deliveries of one round share a stamp until
  /// one of them leads to a row of its own.
  public let time: UInt64
  /// `main`, or `bg-1`, `bg-2` … in the order in which other threads were first seen.
  public let thread: String
  /// What kind of step it was.
  public let kind: Kind
  /// What it was about: an event's name, a key, a root.
  public let subject: String
  /// Who did it, such as `AppController`, `login` or an observer's label.
  public let actor: String
  /// The event that the step belongs to.
  public let event: UInt64?
  /// The rest, for people.
  public let detail: String
  /// The command that was running.
  public let cause: String

  /// A row from its parts; the journal makes its own.
  public init(
    number: UInt64, time: UInt64, thread: String, kind: Kind, subject: String, actor: String = "",
    event: UInt64? = nil, detail: String = "", cause: String = ""
  ) {
    (self.number, self.time, self.thread, self.kind) = (number, time, thread, kind)
    (self.subject, self.actor, self.event, self.detail, self.cause) = (subject, actor, event, detail, cause)
  }
}
