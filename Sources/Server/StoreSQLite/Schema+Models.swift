/// The language model that admins connect.
extension Schema {
  /// At most one row. `sealedKey` opens with a secret that is not in a backup that was restored;
  /// both prices are NULL where nobody has said any.
  static let modelConnection = """
    CREATE TABLE modelConnection (
      key INTEGER PRIMARY KEY CHECK (key = 1),
      kind TEXT NOT NULL,
      address TEXT NOT NULL,
      model TEXT NOT NULL,
      sealedKey BLOB,
      keyEnding TEXT,
      inputPrice REAL,
      outputPrice REAL,
      setBy BLOB NOT NULL,
      setAt INTEGER NOT NULL
    );
    """
}
