/// What went wrong in clients.
extension Schema {
  /// `frames` are joined as lists of words are.
  static let diagnostics = """
    CREATE TABLE crashes (
      id TEXT PRIMARY KEY,
      platform TEXT NOT NULL,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      frames TEXT NOT NULL,
      version TEXT NOT NULL,
      count INTEGER NOT NULL,
      firstAt INTEGER NOT NULL,
      lastAt INTEGER NOT NULL
    );
    CREATE TABLE crashPeople (
      crash TEXT NOT NULL REFERENCES crashes(id),
      user INTEGER NOT NULL REFERENCES users(key),
      PRIMARY KEY (crash, user)
    ) WITHOUT ROWID;
    """
}
