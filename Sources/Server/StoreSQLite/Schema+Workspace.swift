/// Who may register, and invitations.
extension Schema {
  /// `workspace` has one row. `users.invitation` is what the user came by.
  static let workspace = """
    CREATE TABLE workspace (name TEXT, registration TEXT NOT NULL);
    INSERT INTO workspace VALUES (NULL, 'open');
    CREATE TABLE invitations (
      key INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      hash BLOB NOT NULL UNIQUE,
      createdAt INTEGER NOT NULL,
      createdBy BLOB,
      role TEXT NOT NULL,
      conversations BLOB NOT NULL,
      maximumUses INTEGER NOT NULL,
      uses INTEGER NOT NULL,
      expiresAt INTEGER NOT NULL,
      endedAt INTEGER
    );
    ALTER TABLE users ADD COLUMN invitation BLOB;
    """
}
