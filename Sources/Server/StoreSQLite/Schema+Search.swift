extension Schema {
  /// `searchable` is what the index holds: each text behind its conversation's key, as `PlacedText`
  /// says.
  static let placedSearch = """
    DROP TABLE search;
    CREATE VIEW searchable AS
    SELECT ordinal, deletedAt, char(1) || (position >> 32) || char(1) || text AS text FROM messages;
    CREATE VIRTUAL TABLE search USING fts5(
      text, content='searchable', content_rowid='ordinal', columnsize=0, tokenize='placed remove_diacritics 2'
    );
    INSERT INTO search (rowid, text)
    SELECT ordinal, text FROM searchable
    WHERE ordinal <= (SELECT indexed FROM searchProgress) AND deletedAt IS NULL ORDER BY ordinal;
    """

  /// Bytes of the texts of each person's messages up to `searchProgress.indexed`.
  static let textUsage = """
    CREATE TABLE textUsage (user INTEGER PRIMARY KEY, bytes INTEGER NOT NULL);
    INSERT INTO textUsage (user, bytes)
    SELECT sender, sum(length(CAST(text AS BLOB))) FROM messages
    WHERE ordinal <= (SELECT indexed FROM searchProgress) GROUP BY sender;
    """
}
