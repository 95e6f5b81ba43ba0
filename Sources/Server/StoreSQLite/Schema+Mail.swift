/// Letters, links for new passwords, and registration by domain.
extension Schema {
  /// `domains` are joined as lists of words are. Of a letter that is finished nothing stays but its
  /// outcome.
  static let mail = """
    ALTER TABLE workspace ADD COLUMN domains TEXT NOT NULL DEFAULT '';
    ALTER TABLE invitations ADD COLUMN email TEXT;
    CREATE TABLE passwordResets (
      user INTEGER PRIMARY KEY REFERENCES users(key),
      hash BLOB NOT NULL UNIQUE,
      expiresAt INTEGER NOT NULL
    );
    CREATE TABLE mails (
      key INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      recipient TEXT NOT NULL,
      subject TEXT NOT NULL,
      text TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      dueAt INTEGER,
      failures INTEGER NOT NULL DEFAULT 0,
      outcome TEXT,
      detail TEXT
    );
    CREATE INDEX mailsDue ON mails(dueAt) WHERE dueAt IS NOT NULL;
    """
}
