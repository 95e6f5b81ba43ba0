/// How far a model has read.
extension Schema {
  /// What was said before there was a model pass counts as read. Times are 0 for never.
  static let passes = """
    CREATE TABLE passes (
      conversation INTEGER PRIMARY KEY REFERENCES conversations(key),
      seq INTEGER NOT NULL,
      lease BLOB,
      leasedUntil INTEGER NOT NULL,
      failures INTEGER NOT NULL,
      notBefore INTEGER NOT NULL
    );
    INSERT INTO passes SELECT key, lastSeq, NULL, 0, 0, 0 FROM conversations;
    """
}
