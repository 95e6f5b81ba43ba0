extension Schema {
  /// What the pipeline has done, so that posting writes nothing for it: a message is due when its
  /// ordinal is above `cursor`, unless it is in `finished`. `due` holds those that are due again or
  /// later: changed, postponed (`dueAt`), dead (no `dueAt`). Each of them is at or below the cursor
  /// or in `finished`, so nothing is due twice.
  static let pipeline = """
    ALTER TABLE conversations ADD COLUMN isIntelligenceOff INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE conversations ADD COLUMN membershipVersion INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX conversationsSwitchedOff ON conversations(key) WHERE isIntelligenceOff = 1;
    CREATE TABLE pipeline (cursor INTEGER NOT NULL);
    INSERT INTO pipeline VALUES (0);
    CREATE TABLE finished (ordinal INTEGER PRIMARY KEY);
    CREATE TABLE due (
      ordinal INTEGER PRIMARY KEY,
      dueAt INTEGER,
      failures INTEGER NOT NULL,
      reason TEXT
    );
    CREATE INDEX dueByOrdinal ON due(ordinal) WHERE dueAt IS NOT NULL;
    CREATE TABLE vectors (
      position INTEGER PRIMARY KEY,
      embedder TEXT NOT NULL,
      bytes BLOB NOT NULL
    );
    CREATE TABLE signals (
      position INTEGER PRIMARY KEY,
      action REAL NOT NULL,
      decision REAL NOT NULL,
      scheduling REAL NOT NULL,
      urgency REAL NOT NULL,
      isQuestion INTEGER NOT NULL,
      urgentWords TEXT NOT NULL,
      model TEXT NOT NULL
    );
    """

  /// The pipeline works on the newest first: `finished` grows downwards from the newest message and
  /// must stay short, so it holds ranges, ends included, that do not overlap. A change of a message
  /// (`dueAt` 0) comes before what only waits.
  static let finishedRanges = """
    CREATE TABLE finishedRanges (first INTEGER PRIMARY KEY, last INTEGER NOT NULL);
    INSERT INTO finishedRanges SELECT min(ordinal), max(ordinal) FROM (
      SELECT ordinal, ordinal - row_number() OVER (ORDER BY ordinal) AS run FROM finished
    ) GROUP BY run;
    DROP TABLE finished;
    ALTER TABLE finishedRanges RENAME TO finished;
    CREATE INDEX dueByChange ON due(ordinal) WHERE dueAt = 0;
    """

  /// Messages that work was begun on, and how often, since they were last worked on, put off or
  /// changed.
  static let starts = """
    CREATE TABLE started (ordinal INTEGER PRIMARY KEY, starts INTEGER NOT NULL);
    """

  /// Vectors of a model elsewhere, one a message: of the model that was asked last.
  static let remoteVectors = """
    CREATE TABLE remoteVectors (
      position INTEGER PRIMARY KEY,
      model TEXT NOT NULL,
      width INTEGER NOT NULL,
      bytes BLOB NOT NULL
    );
    """

  /// `citations` and `participants` are ids of 16 bytes each. `insightCitations` leads from a
  /// message to what cites it; place 0 is the main one.
  static let insights = """
    CREATE TABLE insights (
      key INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      conversation INTEGER NOT NULL,
      rev INTEGER NOT NULL,
      kind TEXT NOT NULL,
      status TEXT NOT NULL,
      owner BLOB,
      ownerName TEXT,
      dueAt INTEGER,
      dueText TEXT,
      confidence REAL NOT NULL,
      model TEXT,
      createdBy BLOB,
      createdAt INTEGER NOT NULL,
      updatedAt INTEGER NOT NULL,
      isEdited INTEGER NOT NULL,
      citations BLOB NOT NULL,
      participants BLOB NOT NULL,
      tags TEXT NOT NULL,
      reason TEXT NOT NULL,
      context TEXT,
      text TEXT NOT NULL
    );
    CREATE INDEX insightsByRev ON insights(conversation, rev);
    CREATE INDEX insightsByUpdate ON insights(conversation, updatedAt) WHERE status <> 'withdrawn';
    CREATE TABLE insightCitations (
      position INTEGER NOT NULL,
      insight INTEGER NOT NULL,
      place INTEGER NOT NULL,
      PRIMARY KEY (position, insight)
    ) WITHOUT ROWID;
    CREATE INDEX insightCitationsByInsight ON insightCitations(insight);
    """

  /// `edited` holds the bits of `InsightFields`. Before, one bit said that anything was changed,
  /// mostly the status: a text is not taken for a member's for that. Who changed the owner or the
  /// due time left no words there.
  static let editedFields = """
    ALTER TABLE insights RENAME COLUMN isEdited TO edited;
    UPDATE insights SET edited = 2 + (ownerName IS NULL) * 4 + (dueText IS NULL) * 8 WHERE edited <> 0;
    """

  /// The message that says that a task is done, its sender and its words: all or none is NULL.
  static let taskReports = """
    ALTER TABLE insights ADD COLUMN reportMessage BLOB;
    ALTER TABLE insights ADD COLUMN reportSender BLOB;
    ALTER TABLE insights ADD COLUMN reportText TEXT;
    CREATE INDEX insightsOpenTasks ON insights(conversation, key)
      WHERE kind = 'action_item' AND status = 'open' AND createdBy IS NULL AND edited & 2 = 0;
    """

  /// When tasks were done; NULL where that was before.
  static let completedTasks = "ALTER TABLE insights ADD COLUMN completedAt INTEGER;"

  /// `tokens` is what a ledger entry counts. The other two tables lead from a source to the records
  /// that fall with it.
  static let records = """
    CREATE TABLE records (
      key INTEGER PRIMARY KEY,
      user INTEGER NOT NULL,
      collection TEXT NOT NULL,
      id TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      expiresAt INTEGER,
      tokens INTEGER NOT NULL,
      body BLOB NOT NULL
    );
    CREATE UNIQUE INDEX recordsByID ON records(user, collection, id);
    CREATE INDEX recordsByAge ON records(user, collection, createdAt);
    CREATE INDEX recordsByExpiry ON records(expiresAt) WHERE expiresAt IS NOT NULL;
    CREATE INDEX recordsByTokens ON records(createdAt, tokens) WHERE tokens > 0;
    CREATE TABLE recordSources (
      position INTEGER NOT NULL,
      record INTEGER NOT NULL REFERENCES records(key) ON DELETE CASCADE,
      PRIMARY KEY (position, record)
    ) WITHOUT ROWID;
    CREATE INDEX recordSourcesByRecord ON recordSources(record);
    CREATE TABLE recordConversations (
      conversation INTEGER NOT NULL,
      record INTEGER NOT NULL REFERENCES records(key) ON DELETE CASCADE,
      PRIMARY KEY (conversation, record)
    ) WITHOUT ROWID;
    CREATE INDEX recordConversationsByRecord ON recordConversations(record);
    """
}
