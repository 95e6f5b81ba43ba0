/// Addresses that are verified, and links by which they are.
extension Schema {
  static let email = """
    ALTER TABLE users ADD COLUMN emailVerifiedAt INTEGER;
    CREATE TABLE emailChanges (
      user INTEGER PRIMARY KEY REFERENCES users(key),
      hash BLOB NOT NULL UNIQUE,
      email TEXT NOT NULL,
      expiresAt INTEGER NOT NULL
    );
    """
}
