/// Reminders, opinions, and digests at a time.
extension Schema {
  /// A reminder that is over keeps its key, its revision, and which task it was of: nobody is
  /// reminded of a task and its time twice. `days` has a bit for each day of the week, Monday
  /// first. An attempt is about a message or about a reminder, which may remind again at another
  /// time.
  static let reminders = """
    CREATE TABLE reminders (
      key INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      user INTEGER NOT NULL REFERENCES users(key),
      rev INTEGER NOT NULL,
      kind TEXT NOT NULL,
      state TEXT NOT NULL,
      at INTEGER NOT NULL,
      text TEXT NOT NULL,
      conversation BLOB,
      message BLOB,
      insight BLOB,
      output BLOB,
      dueAt INTEGER,
      createdAt INTEGER NOT NULL
    );
    CREATE INDEX remindersByRev ON reminders(user, rev);
    CREATE INDEX remindersWaiting ON reminders(at) WHERE state = 'waiting';
    CREATE INDEX remindersByMessage ON reminders(message) WHERE message IS NOT NULL;
    CREATE UNIQUE INDEX remindersByTask ON reminders(insight, user, dueAt) WHERE insight IS NOT NULL;
    CREATE INDEX insightsDue ON insights(dueAt)
      WHERE kind = 'action_item' AND status = 'open' AND owner IS NOT NULL AND dueAt IS NOT NULL;
    CREATE TABLE opinions (
      user INTEGER NOT NULL REFERENCES users(key),
      id TEXT NOT NULL,
      rev INTEGER NOT NULL,
      subject TEXT NOT NULL,
      conversation BLOB NOT NULL,
      message BLOB NOT NULL,
      feedback TEXT,
      model TEXT NOT NULL,
      version TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      PRIMARY KEY (user, id)
    ) WITHOUT ROWID;
    CREATE INDEX opinionsByRev ON opinions(user, rev);
    CREATE INDEX opinionsByMessage ON opinions(message) WHERE feedback IS NOT NULL;
    CREATE TABLE digestPlans (
      user INTEGER PRIMARY KEY REFERENCES users(key),
      days INTEGER NOT NULL,
      time INTEGER NOT NULL,
      inApp INTEGER NOT NULL,
      byMail INTEGER NOT NULL,
      day INTEGER NOT NULL,
      lease BLOB,
      leasedUntil INTEGER NOT NULL,
      failures INTEGER NOT NULL,
      notBefore INTEGER NOT NULL
    );
    CREATE TABLE newPushAttempts (
      key INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      ordinal INTEGER,
      reminder INTEGER,
      remindedAt INTEGER,
      device INTEGER NOT NULL,
      session BLOB NOT NULL,
      user INTEGER NOT NULL,
      service TEXT NOT NULL,
      isUrgent INTEGER NOT NULL,
      createdAt INTEGER NOT NULL,
      dueAt INTEGER,
      startedAt INTEGER,
      failures INTEGER NOT NULL DEFAULT 0,
      outcome TEXT,
      detail TEXT,
      UNIQUE (ordinal, device),
      UNIQUE (reminder, remindedAt, device)
    );
    INSERT INTO newPushAttempts (key, id, ordinal, device, session, user, service, isUrgent, createdAt, dueAt,
        startedAt, failures, outcome, detail)
      SELECT key, id, ordinal, device, session, user, service, isUrgent, createdAt, dueAt, startedAt, failures,
        outcome, detail FROM pushAttempts;
    DROP TABLE pushAttempts;
    ALTER TABLE newPushAttempts RENAME TO pushAttempts;
    CREATE INDEX pushAttemptsDue ON pushAttempts(service, isUrgent DESC, key, dueAt)
      WHERE dueAt IS NOT NULL AND startedAt IS NULL;
    CREATE INDEX pushAttemptsPending ON pushAttempts(device) WHERE dueAt IS NOT NULL;
    CREATE INDEX pushAttemptsByAge ON pushAttempts(createdAt);
    """
}
