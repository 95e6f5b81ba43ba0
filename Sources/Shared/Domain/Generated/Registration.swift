// Made from wire/people.json: change that and run `make wire`.

/// Who may make an account for themselves.
public enum Registration: String, Sendable, Codable, CaseIterable {
  /// Whoever reaches the server.
  case open
  /// Whoever has an invitation.
  case invitation
  /// Whoever has an invitation, which people with an address at one of the workspace's domains have
  /// sent to them.
  case domain
  /// Nobody: administrators make accounts.
  case closed
}
