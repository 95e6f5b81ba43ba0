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

  /// `files` is what the index holds of a message's files, as `Attachment.words` says; '' of a
  /// message without any. A column of its own, so that a phrase does not go on from the text.
  static let searchedFiles = """
    DROP TABLE search;
    DROP VIEW searchable;
    CREATE VIEW searchable AS
    SELECT ordinal, deletedAt, char(1) || (position >> 32) || char(1) || text AS text,
      CASE WHEN attachmentCount = 0 THEN '' ELSE char(1) || (position >> 32) || char(1) || coalesce((
        SELECT group_concat(f.name || coalesce(char(10) || f.alt, ''), char(10)) FROM files f
        WHERE f.position = messages.position), '')
      END AS files
    FROM messages;
    CREATE VIRTUAL TABLE search USING fts5(
      text, files, content='searchable', content_rowid='ordinal', columnsize=0, tokenize='placed remove_diacritics 2'
    );
    INSERT INTO search (rowid, text, files)
    SELECT ordinal, text, files FROM searchable
    WHERE ordinal <= (SELECT indexed FROM searchProgress) AND deletedAt IS NULL ORDER BY ordinal;
    """

  /// `place` is that of `FileTextPlace`, and NULL until a message has the file. `length` is in
  /// characters. An index of its own: texts of files are long, and nothing that is done with a
  /// message but its deletion goes through them again.
  static let fileTexts = """
    CREATE TABLE fileTexts (
      file INTEGER PRIMARY KEY, place INTEGER UNIQUE, length INTEGER NOT NULL, text TEXT NOT NULL
    );
    CREATE VIEW searchableFiles AS
    SELECT t.place AS place,
      char(1) || (f.position >> 32) || char(1)
        || f.name || coalesce(char(10) || f.alt, '') || char(10) || t.text AS text
    FROM fileTexts t CROSS JOIN files f ON f.key = t.file;
    CREATE VIRTUAL TABLE fileSearch USING fts5(
      text, content='searchableFiles', content_rowid='place', columnsize=0, tokenize='placed remove_diacritics 2'
    );
    """

  /// Bytes of the texts of each person's messages up to `searchProgress.indexed`.
  static let textUsage = """
    CREATE TABLE textUsage (user INTEGER PRIMARY KEY, bytes INTEGER NOT NULL);
    INSERT INTO textUsage (user, bytes)
    SELECT sender, sum(length(CAST(text AS BLOB))) FROM messages
    WHERE ordinal <= (SELECT indexed FROM searchProgress) GROUP BY sender;
    """
}
