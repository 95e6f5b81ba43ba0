/// Who may make an account over REST.
package enum Registration: String, Sendable, CaseIterable {
  /// Everyone who reaches the server.
  case open
  /// Nobody: accounts are made by an administrator.
  case closed
}
