import GRDB

/// The tables and how they came to be. Migrations are only ever appended: the outbox must survive
/// every one of them.
package enum Schema {
  package static func migrator() -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { db in
      for sql in feedTables + localTables { try db.execute(sql: sql) }
    }
    migrator.registerMigration("v2 insights") { db in
      for sql in insightTables { try db.execute(sql: sql) }
      // Insights that came before this version were not kept: every conversation's window is asked
      // for again.
      try db.execute(sql: "UPDATE feed SET cursor = 0 WHERE feed <> zeroblob(16)")
    }
    migrator.registerMigration("v3 switch of the intelligence") { db in
      try db.execute(sql: "ALTER TABLE conversation ADD COLUMN intelligenceOff INTEGER NOT NULL DEFAULT 0")
    }
    migrator.registerMigration("v4 switches of before") { db in
      // Versions before v3 took rows without their switch and went on: every conversation's window
      // is asked for again.
      try db.execute(sql: "UPDATE feed SET cursor = 0 WHERE feed <> zeroblob(16)")
    }
    migrator.registerMigration("v5 history") { db in
      try db.execute(sql: historyTable)
      try db.execute(sql: "ALTER TABLE settings ADD COLUMN archivedAt INTEGER")
      // Nobody knows of which history the revisions are that came before this version: everything
      // is asked for again.
      try db.execute(sql: "UPDATE feed SET cursor = 0")
    }
    migrator.registerMigration("v6 renamings") { db in
      for column in ["renamedAt INTEGER", "renamedBy BLOB", "formerName TEXT"] {
        try db.execute(sql: "ALTER TABLE conversation ADD COLUMN \(column)")
      }
      // Versions before took rows without their renaming and went on: every conversation's window
      // is asked for again.
      try db.execute(sql: "UPDATE feed SET cursor = 0 WHERE feed <> zeroblob(16)")
    }
    migrator.registerMigration("v7 attachments") { db in
      try db.execute(sql: "ALTER TABLE message ADD COLUMN attachments BLOB")
      try db.execute(sql: "ALTER TABLE outbox ADD COLUMN fileCount INTEGER NOT NULL DEFAULT 0")
      for column in ["lastFileKind TEXT", "lastFileName TEXT", "lastFileCount INTEGER"] {
        try db.execute(sql: "ALTER TABLE digest ADD COLUMN \(column)")
      }
      for sql in outgoingFileTables { try db.execute(sql: sql) }
      // Versions before took messages without their files and went on: every conversation's window
      // is asked for again.
      try db.execute(sql: "UPDATE feed SET cursor = 0 WHERE feed <> zeroblob(16)")
    }
    migrator.registerMigration("v8 client events") { db in
      try db.execute(sql: "ALTER TABLE profile ADD COLUMN sendsEvents INTEGER NOT NULL DEFAULT 1")
      // Versions before took the profile without its switch: the private feed is asked for again.
      try db.execute(sql: "UPDATE feed SET cursor = 0 WHERE feed = zeroblob(16)")
    }
    migrator.registerMigration("v9 profile") { db in
      try db.execute(sql: "ALTER TABLE profile ADD COLUMN disabledFeatures TEXT NOT NULL DEFAULT ''")
      try db.execute(sql: "ALTER TABLE profile ADD COLUMN emailVerifiedAt INTEGER")
      // Versions before took profiles without these and went on: the private feed is asked for
      // again, and its profile is newer than the one that is there.
      try db.execute(sql: "UPDATE feed SET cursor = 0 WHERE feed = zeroblob(16)")
      try db.execute(sql: "UPDATE profile SET rev = 0")
    }
    migrator.registerMigration("v10 reminders") { db in
      for sql in reminderTables { try db.execute(sql: sql) }
    }
    migrator.registerMigration("v11 priorities") { db in
      for sql in priorityTables { try db.execute(sql: sql) }
      // Versions before took the private feed without these and went on: it is asked for again.
      try db.execute(sql: "UPDATE feed SET cursor = 0 WHERE feed = zeroblob(16)")
    }
    migrator.registerMigration("v12 requests and answers") { db in
      for sql in requestTables + answerTables { try db.execute(sql: sql) }
    }
    return migrator
  }

  /// Copies of the server's rows. Texts stand last, so that counting never touches overflow pages.
  /// No table is WITHOUT ROWID: SQLite does not report changes of such tables, and nothing would be
  /// observed.
  private static let feedTables = [
    """
    CREATE TABLE feed (
      feed BLOB PRIMARY KEY, cursor INTEGER NOT NULL, windowStart INTEGER NOT NULL, unreadBefore INTEGER NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE conversation (
      id BLOB PRIMARY KEY, rev INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT, photo TEXT,
      createdAt INTEGER NOT NULL, createdBy BLOB NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE member (
      conversation BLOB NOT NULL, user BLOB NOT NULL, rev INTEGER NOT NULL, role TEXT NOT NULL, name TEXT NOT NULL,
      photo TEXT, joinSeq INTEGER NOT NULL, deliveredSeq INTEGER NOT NULL, readSeq INTEGER NOT NULL, leftAt INTEGER,
      PRIMARY KEY (conversation, user)
    ) STRICT
    """,
    """
    CREATE TABLE message (
      conversation BLOB NOT NULL, seq INTEGER NOT NULL, id BLOB NOT NULL, rev INTEGER NOT NULL, sender BLOB NOT NULL,
      createdAt INTEGER NOT NULL, deletedAt INTEGER, deletedBy BLOB, replyTo BLOB, editCount INTEGER NOT NULL,
      editedAt INTEGER, text TEXT NOT NULL, edits BLOB,
      PRIMARY KEY (conversation, seq)
    ) STRICT
    """,
    "CREATE UNIQUE INDEX messageByID ON message (id, conversation)",
    """
    CREATE TABLE settings (
      conversation BLOB PRIMARY KEY, rev INTEGER NOT NULL, muted INTEGER NOT NULL, mutedUntil INTEGER,
      archived INTEGER NOT NULL, pinned INTEGER NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE profile (
      id BLOB PRIMARY KEY, rev INTEGER NOT NULL, email TEXT NOT NULL, name TEXT NOT NULL, photo TEXT, timeZone TEXT,
      locale TEXT, language TEXT, workspaceRole TEXT NOT NULL, createdAt INTEGER NOT NULL
    ) STRICT
    """,
    // Derived per conversation whenever one of its rows changes, so that the list never counts.
    """
    CREATE TABLE digest (
      conversation BLOB PRIMARY KEY, title TEXT NOT NULL, photo TEXT, other BLOB, memberCount INTEGER NOT NULL,
      lastID BLOB, lastSender BLOB, lastSenderName TEXT, lastIsDeleted INTEGER NOT NULL, lastAt INTEGER NOT NULL,
      lastStatus TEXT, lastForeignSeq INTEGER NOT NULL, unread INTEGER NOT NULL, lastText TEXT
    ) STRICT
    """,
  ]

  /// `body` is the row as JSON; the other columns are what it is looked for by.
  private static let insightTables = [
    """
    CREATE TABLE insight (
      conversation BLOB NOT NULL, id BLOB NOT NULL, rev INTEGER NOT NULL, kind TEXT NOT NULL, status TEXT NOT NULL,
      owner BLOB, createdAt INTEGER NOT NULL, body BLOB NOT NULL,
      PRIMARY KEY (conversation, id)
    ) STRICT
    """,
    "CREATE INDEX insightByAge ON insight (createdAt, id)",
  ]

  /// `body` is the row as JSON; the other columns are what it is looked for by.
  private static let reminderTables = [
    """
    CREATE TABLE reminder (
      id BLOB PRIMARY KEY, rev INTEGER NOT NULL, state TEXT NOT NULL, at INTEGER NOT NULL, body BLOB NOT NULL
    ) STRICT
    """,
    "CREATE TABLE opinion (id TEXT PRIMARY KEY, rev INTEGER NOT NULL, feedback TEXT, body BLOB NOT NULL) STRICT",
  ]

  private static let priorityTables = [
    """
    CREATE TABLE priority (
      message BLOB PRIMARY KEY, rev INTEGER NOT NULL, conversation BLOB NOT NULL, seq INTEGER NOT NULL,
      reason TEXT, isByModel INTEGER NOT NULL, until INTEGER NOT NULL
    ) STRICT
    """
  ]

  /// Of which history of the server the feeds are; empty until the server has said so.
  private static let historyTable =
    "CREATE TABLE history (one INTEGER PRIMARY KEY CHECK (one = 1), id BLOB NOT NULL) STRICT"

  /// Files of messages in the outbox. Their bytes are in a folder beside the database, each called
  /// by its id.
  private static let outgoingFileTables = [
    """
    CREATE TABLE outgoingFile (
      id BLOB PRIMARY KEY, message BLOB NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
      type TEXT NOT NULL, bytes INTEGER NOT NULL, width INTEGER, height INTEGER, duration INTEGER, wave TEXT, alt TEXT,
      completedAt INTEGER
    ) STRICT
    """,
    "CREATE INDEX outgoingFileByMessage ON outgoingFile (message, number)",
  ]

  /// Requests that wait for the server. `body` is what is sent of it; the other columns are what
  /// the address is made of. A direct conversation that the device began goes by the id that the
  /// server gave it, also where somebody still has the former one.
  private static let requestTables = [
    """
    CREATE TABLE request (
      id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, subject TEXT NOT NULL, conversation BLOB, item BLOB,
      part TEXT, createdAt INTEGER NOT NULL, failureCode TEXT, failureDetail TEXT, failureRetryAfter INTEGER,
      body BLOB NOT NULL
    ) STRICT
    """,
    "CREATE INDEX requestBySubject ON request (subject, id)",
    "CREATE TABLE formerConversation (id BLOB PRIMARY KEY, conversation BLOB NOT NULL) STRICT",
  ]

  /// What the server has answered, item by item, and the messages and conversations that each item
  /// names: it goes with them.
  private static let answerTables = [
    "CREATE TABLE answer (name TEXT PRIMARY KEY, savedAt INTEGER NOT NULL) STRICT",
    """
    CREATE TABLE answerItem (
      answer TEXT NOT NULL, number INTEGER NOT NULL, item TEXT NOT NULL, until INTEGER NOT NULL, body BLOB NOT NULL,
      PRIMARY KEY (answer, number)
    ) STRICT
    """,
    """
    CREATE TABLE answerSource (
      answer TEXT NOT NULL, number INTEGER NOT NULL, conversation BLOB NOT NULL, message BLOB
    ) STRICT
    """,
    "CREATE INDEX answerSourceByMessage ON answerSource (message)",
    "CREATE INDEX answerSourceByConversation ON answerSource (conversation)",
    "CREATE INDEX answerSourceByItem ON answerSource (answer, number)",
  ]

  /// What only this device knows.
  private static let localTables = [
    "CREATE TABLE account (id INTEGER PRIMARY KEY CHECK (id = 1), user BLOB NOT NULL) STRICT",
    // A pending message is its outbox row: one insert puts it on disk and in the queue.
    """
    CREATE TABLE outbox (
      id INTEGER PRIMARY KEY AUTOINCREMENT, conversation BLOB NOT NULL, message BLOB NOT NULL, kind TEXT NOT NULL,
      createdAt INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, isFailed INTEGER NOT NULL DEFAULT 0,
      failureCode TEXT, failureDetail TEXT, failureRetryAfter INTEGER, editID BLOB, replyTo BLOB, text TEXT NOT NULL
    ) STRICT
    """,
    "CREATE INDEX outboxByConversation ON outbox (conversation, id)",
    "CREATE INDEX outboxByMessage ON outbox (message, id)",
    """
    CREATE TABLE watermark (
      conversation BLOB PRIMARY KEY, readSeq INTEGER NOT NULL, marksUnread INTEGER NOT NULL,
      floor INTEGER NOT NULL, baseline INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE TABLE draft (conversation BLOB PRIMARY KEY, text TEXT NOT NULL) STRICT",
  ]

  package static let feedTableNames = [
    "feed", "conversation", "member", "message", "settings", "profile", "digest", "insight", "history",
    "reminder", "opinion", "priority", "formerConversation", "answer", "answerItem", "answerSource",
  ]
  package static let localTableNames = ["account", "outbox", "outgoingFile", "request", "watermark", "draft"]
}
