/// How far a message of mine has come. Derived, never stored.
public enum MessageStatus: String, Sendable, CaseIterable {
  /// In the outbox.
  case sending
  /// Refused, or failed three times while connected; waits for the user.
  case failed
  /// On the server's disk.
  case sent
  case delivered
  case read
}
