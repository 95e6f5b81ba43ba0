/// Whom features reach.
extension Schema {
  /// `disabledFeatures` and `people` are joined as lists of words and of ids are. An exposure is
  /// the last answer that a user got, and since when they get it.
  static let features = """
    ALTER TABLE users ADD COLUMN disabledFeatures TEXT NOT NULL DEFAULT '';
    CREATE TABLE rollouts (
      feature TEXT PRIMARY KEY,
      percentage INTEGER NOT NULL,
      people BLOB NOT NULL,
      isStopped INTEGER NOT NULL
    );
    CREATE TABLE exposures (
      feature TEXT NOT NULL,
      user INTEGER NOT NULL REFERENCES users(key),
      isEnabled INTEGER NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (feature, user)
    ) WITHOUT ROWID;
    """
}
