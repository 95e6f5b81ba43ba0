/// How far a message of mine has come. Derived, never stored.
public enum MessageStatus: String, Sendable, CaseIterable {
  /// In the outbox.
  case sending
  /// Refused for good, or three times with `internal` while the server took other messages; waits
  /// for the user.
  case failed
  /// On the server's disk.
  case sent
  case delivered
  case read
}
