/// Files that go with messages or show somebody.
extension Schema {
  /// `position` and `number` place a file in its message. `size` is what it takes up, or will once
  /// it is complete; `digest` is NULL until then. `removedFiles` has what is to be removed from
  /// where the bytes are stored.
  static let files = """
    ALTER TABLE messages ADD COLUMN attachmentCount INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE files (
      key INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      owner INTEGER NOT NULL REFERENCES users(key),
      createdAt INTEGER NOT NULL,
      position INTEGER,
      number INTEGER,
      photoOfUser INTEGER REFERENCES users(key),
      photoOfConversation INTEGER REFERENCES conversations(key),
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      type TEXT NOT NULL,
      size INTEGER NOT NULL,
      width INTEGER,
      height INTEGER,
      duration INTEGER,
      preview TEXT,
      wave TEXT,
      alt TEXT,
      digest TEXT
    );
    CREATE INDEX filesByMessage ON files(position, number) WHERE position IS NOT NULL;
    CREATE INDEX filesByUser ON files(photoOfUser) WHERE photoOfUser IS NOT NULL;
    CREATE INDEX filesByConversation ON files(photoOfConversation) WHERE photoOfConversation IS NOT NULL;
    CREATE INDEX filesByOwner ON files(owner, createdAt, size);
    CREATE INDEX filesByDigest ON files(digest) WHERE digest IS NOT NULL;
    CREATE INDEX unusedFiles ON files(createdAt)
      WHERE position IS NULL AND photoOfUser IS NULL AND photoOfConversation IS NULL;
    CREATE TABLE removedFiles (digest TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;
    CREATE TABLE fileUsage (total INTEGER NOT NULL);
    INSERT INTO fileUsage VALUES (0);
    """
}
