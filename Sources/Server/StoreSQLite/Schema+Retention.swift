/// For how long messages are kept, and what is held.
extension Schema {
  /// `retentionDays` is 0 for ever. A conversation with a NULL in `days` is kept as the workspace
  /// says; `sweptSeq` is how far its messages were looked at. `holds` has people.
  static let retention = """
    ALTER TABLE workspace ADD COLUMN retentionDays INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE retentions (
      conversation INTEGER PRIMARY KEY REFERENCES conversations(key),
      days INTEGER,
      isHeld INTEGER NOT NULL,
      sweptSeq INTEGER NOT NULL
    );
    CREATE TABLE holds (user INTEGER PRIMARY KEY REFERENCES users(key));
    """
}
