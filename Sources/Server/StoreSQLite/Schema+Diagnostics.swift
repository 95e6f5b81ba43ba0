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

  /// `day` counts from 1970. `bucket` is an index into `Rules.Diagnostics.eventBounds`, which
  /// therefore keep their places for as long as days are kept.
  static let clientEvents = """
    ALTER TABLE users ADD COLUMN sendsEvents INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE workspace ADD COLUMN collectsEvents INTEGER NOT NULL DEFAULT 1;
    CREATE TABLE clientEvents (
      day INTEGER NOT NULL,
      platform TEXT NOT NULL,
      version TEXT NOT NULL,
      kind TEXT NOT NULL,
      bucket INTEGER NOT NULL,
      count INTEGER NOT NULL,
      waited INTEGER NOT NULL,
      PRIMARY KEY (day, platform, version, kind, bucket)
    ) WITHOUT ROWID;
    """
}
