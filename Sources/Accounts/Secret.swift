/// Text that must not be shown: a password, a refresh token, a code.
///
/// It prints as dots, also inside another value's description, and cannot be encoded. `reveal()` marks each place that
/// needs the text itself, so that a reader can find them all.
public struct Secret: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let text: String

  /// Wraps `text`.
  public init(_ text: String) { self.text = text }

  /// The text itself; for the hash, the vault and the wire, never for a person or a log.
  public func reveal() -> String { text }

  /// Whether there is no text at all.
  public var isEmpty: Bool { text.isEmpty }

  /// Dots, whatever the text is.
  public var description: String { "••••••" }
  /// Dots, whatever the text is.
  public var debugDescription: String { description }
  /// No children, so that a dump shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
