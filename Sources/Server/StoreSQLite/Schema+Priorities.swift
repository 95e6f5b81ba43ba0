/// What is urgent for whom.
extension Schema {
  /// A mark without a reason is a tombstone. Everybody is reviewed once: what was said before there
  /// were marks has none yet.
  static let priorities = """
    CREATE TABLE priorityMarks (
      user INTEGER NOT NULL REFERENCES users(key),
      message BLOB NOT NULL,
      rev INTEGER NOT NULL,
      conversation BLOB NOT NULL,
      seq INTEGER NOT NULL,
      reason TEXT,
      isByModel INTEGER NOT NULL,
      until INTEGER NOT NULL,
      PRIMARY KEY (user, message)
    ) WITHOUT ROWID;
    CREATE INDEX priorityMarksByRev ON priorityMarks(user, rev);
    CREATE INDEX priorityMarksByMessage ON priorityMarks(message) WHERE reason IS NOT NULL;
    CREATE INDEX priorityMarksByConversation ON priorityMarks(conversation) WHERE reason IS NOT NULL;
    CREATE TABLE priorityReviews (
      user INTEGER PRIMARY KEY REFERENCES users(key),
      at INTEGER,
      version INTEGER NOT NULL
    );
    CREATE INDEX priorityReviewsDue ON priorityReviews(at) WHERE at IS NOT NULL;
    INSERT INTO priorityReviews SELECT key, 0, 0 FROM users WHERE deletedAt IS NULL;
    """
}
