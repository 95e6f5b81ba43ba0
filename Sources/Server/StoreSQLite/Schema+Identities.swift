/// Accounts elsewhere with which people sign in.
extension Schema {
  static let identities = """
    CREATE TABLE identities (
      issuer TEXT NOT NULL,
      subject TEXT NOT NULL,
      user INTEGER NOT NULL REFERENCES users(key),
      linkedAt INTEGER NOT NULL,
      PRIMARY KEY (issuer, subject)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX identitiesByUser ON identities(user, issuer);
    """
}
