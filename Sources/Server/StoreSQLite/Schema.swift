import GRDB

/// The tables and how they came to be. A migration that has been released never changes.
enum Schema {
  /// "MsgA": says that a file is ours (`PRAGMA application_id`).
  static let applicationID: Int32 = 0x4D73_6741
  /// Number of migrations, kept as `PRAGMA user_version`.
  static let version: Int64 = 39

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    // The first tables.
    migrator.registerMigration("1 base") { database in
      try database.execute(sql: accounts)
      try database.execute(sql: conversations)
      try database.execute(sql: messages)
      try database.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = 1")
    }
    // What the AI finds and keeps. Adds only: every message of before is due.
    migrator.registerMigration("2 intelligence") { database in
      try database.execute(sql: pipeline)
      try database.execute(sql: insights)
      try database.execute(sql: records)
      try database.execute(sql: "PRAGMA user_version = 2")
    }
    // Unread messages are counted without reading them.
    migrator.registerMigration("3 post counts") { database in
      try database.execute(sql: postCounts)
      try database.execute(sql: "PRAGMA user_version = 3")
    }
    // Messages that the server stopped at.
    migrator.registerMigration("4 starts") { database in
      try database.execute(sql: starts)
      try database.execute(sql: "PRAGMA user_version = 4")
    }
    // What models elsewhere make of messages.
    migrator.registerMigration("5 remote vectors") { database in
      try database.execute(sql: remoteVectors)
      try database.execute(sql: "PRAGMA user_version = 5")
    }
    // Switching the AI off told no client: those who are in such a conversation get its row again.
    migrator.registerMigration("6 switched off") { database in
      try database.execute(
        sql: """
          UPDATE conversations SET rev = rev + 1, rowRev = rev + 1 WHERE isIntelligenceOff = 1;
          PRAGMA user_version = 6;
          """)
    }
    // Names and devices that are longer than they may be.
    migrator.registerMigration("7 bounded names") { database in
      try cutLongTexts(database)
      try database.execute(sql: "PRAGMA user_version = 7")
    }
    // The words of the search index know their conversation.
    migrator.registerMigration("8 placed search") { database in
      try database.execute(sql: placedSearch)
      try database.execute(sql: "PRAGMA user_version = 8")
    }
    // How much text each person's messages have.
    migrator.registerMigration("9 text usage") { database in
      try database.execute(sql: textUsage)
      try database.execute(sql: "PRAGMA user_version = 9")
    }
    // Which parts of an insight members changed.
    migrator.registerMigration("10 edited fields") { database in
      try database.execute(sql: editedFields)
      try database.execute(sql: "PRAGMA user_version = 10")
    }
    // Which course of the data this is, whether erased text may still stand in the log, and since
    // when a conversation is archived.
    migrator.registerMigration("11 history") { database in
      try database.execute(sql: history)
      try database.execute(sql: "PRAGMA user_version = 11")
    }
    // What groups were called before.
    migrator.registerMigration("12 renamings") { database in
      try database.execute(sql: renamings)
      try database.execute(sql: "PRAGMA user_version = 12")
    }
    // Files that go with messages.
    migrator.registerMigration("13 files") { database in
      try database.execute(sql: files)
      try database.execute(sql: "PRAGMA user_version = 13")
    }
    // Messages are found by the words of their files.
    migrator.registerMigration("14 searched files") { database in
      try database.execute(sql: searchedFiles)
      try database.execute(sql: "PRAGMA user_version = 14")
    }
    // Messages are found by what stands in their files.
    migrator.registerMigration("15 file texts") { database in
      try database.execute(sql: fileTexts)
      try database.execute(sql: "PRAGMA user_version = 15")
    }
    // Who may register, and invitations.
    migrator.registerMigration("16 workspace") { database in
      try database.execute(sql: workspace)
      try database.execute(sql: "PRAGMA user_version = 16")
    }
    // Notifications on devices.
    migrator.registerMigration("17 push") { database in
      try database.execute(sql: push)
      try database.execute(sql: "PRAGMA user_version = 17")
    }
    // Letters, and who may have an invitation sent.
    migrator.registerMigration("18 mail") { database in
      try database.execute(sql: mail)
      try database.execute(sql: "PRAGMA user_version = 18")
    }
    // Who did what.
    migrator.registerMigration("20 audit") { database in
      try database.execute(sql: audit)
      try database.execute(sql: "PRAGMA user_version = 20")
    }
    // Whom features reach.
    migrator.registerMigration("21 features") { database in
      try database.execute(sql: features)
      try database.execute(sql: "PRAGMA user_version = 21")
    }
    // What went wrong in clients.
    migrator.registerMigration("22 diagnostics") { database in
      try database.execute(sql: diagnostics)
      try database.execute(sql: "PRAGMA user_version = 22")
    }
    // Accounts elsewhere.
    migrator.registerMigration("23 identities") { database in
      try database.execute(sql: identities)
      try database.execute(sql: "PRAGMA user_version = 23")
    }
    // For how long messages are kept.
    migrator.registerMigration("24 retention") { database in
      try database.execute(sql: retention)
      try database.execute(sql: "PRAGMA user_version = 24")
    }
    // Which message says that a task is done.
    migrator.registerMigration("25 task reports") { database in
      try database.execute(sql: taskReports)
      try database.execute(sql: "PRAGMA user_version = 25")
    }
    // How far a model has read in each conversation.
    migrator.registerMigration("26 passes") { database in
      try database.execute(sql: passes)
      try database.execute(sql: "PRAGMA user_version = 26")
    }
    // Addresses that are verified.
    migrator.registerMigration("27 verified addresses") { database in
      try database.execute(sql: email)
      try database.execute(sql: "PRAGMA user_version = 27")
    }
    // How long things take in clients.
    migrator.registerMigration("28 client events") { database in
      try database.execute(sql: clientEvents)
      try database.execute(sql: "PRAGMA user_version = 28")
    }
    // What the pipeline has worked on, in ranges.
    migrator.registerMigration("34 finished ranges") { database in
      try database.execute(sql: finishedRanges)
      try database.execute(sql: "PRAGMA user_version = 34")
    }
    // Which language model is asked.
    migrator.registerMigration("35 model connection") { database in
      try database.execute(sql: modelConnection)
      try database.execute(sql: "PRAGMA user_version = 35")
    }
    // What people are reminded of, what they find of no help, and when they get a digest.
    migrator.registerMigration("36 reminders") { database in
      try database.execute(sql: reminders)
      try database.execute(sql: "PRAGMA user_version = 36")
    }
    // What is urgent for whom.
    migrator.registerMigration("38 priorities") { database in
      try database.execute(sql: priorities)
      try database.execute(sql: "PRAGMA user_version = 38")
    }
    // When tasks were done.
    migrator.registerMigration("39 completed tasks") { database in
      try database.execute(sql: completedTasks)
      try database.execute(sql: "PRAGMA user_version = 39")
    }
    return migrator
  }

  /// `rev` is the revision of the private feed, `profileRev` that of its profile row. `email` is
  /// NULL once the account is deleted.
  private static let accounts = """
    CREATE TABLE users (
      key INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      email TEXT UNIQUE,
      name TEXT NOT NULL,
      foldedName TEXT NOT NULL,
      photo TEXT,
      timeZone TEXT,
      locale TEXT,
      language TEXT,
      passwordHash TEXT,
      workspaceRole TEXT NOT NULL,
      isDisabled INTEGER NOT NULL DEFAULT 0,
      createdAt INTEGER NOT NULL,
      deletedAt INTEGER,
      lastSeenAt INTEGER,
      rev INTEGER NOT NULL,
      profileRev INTEGER NOT NULL
    );
    CREATE TABLE sessions (
      id BLOB PRIMARY KEY NOT NULL,
      user INTEGER NOT NULL REFERENCES users(key),
      device TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      lastSeenAt INTEGER NOT NULL,
      expiresAt INTEGER NOT NULL,
      endedAt INTEGER
    ) WITHOUT ROWID;
    CREATE INDEX sessionsByUser ON sessions(user);
    CREATE TABLE refreshTokens (
      hash BLOB PRIMARY KEY NOT NULL,
      session BLOB NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
      parent BLOB,
      createdAt INTEGER NOT NULL,
      usedAt INTEGER
    ) WITHOUT ROWID;
    CREATE INDEX refreshTokensBySession ON refreshTokens(session);
    CREATE INDEX refreshTokensByParent ON refreshTokens(parent) WHERE parent IS NOT NULL;
    CREATE TABLE secrets (name TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL) WITHOUT ROWID;
    """

  /// `rev` and `lastSeq` are the feed's; `rowRev` is the revision at which the conversation's own
  /// row last changed. `first` and `second` are the keys of a direct conversation's two users, the
  /// smaller first.
  private static let conversations = """
    CREATE TABLE conversations (
      key INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      first INTEGER,
      second INTEGER,
      name TEXT,
      photo TEXT,
      createdAt INTEGER NOT NULL,
      createdBy INTEGER NOT NULL REFERENCES users(key),
      rowRev INTEGER NOT NULL,
      rev INTEGER NOT NULL,
      lastSeq INTEGER NOT NULL
    );
    CREATE UNIQUE INDEX conversationsByPair ON conversations(first, second) WHERE first IS NOT NULL;
    CREATE TABLE members (
      conversation INTEGER NOT NULL REFERENCES conversations(key),
      user INTEGER NOT NULL REFERENCES users(key),
      rev INTEGER NOT NULL,
      role TEXT NOT NULL,
      name TEXT NOT NULL,
      photo TEXT,
      joinedAt INTEGER NOT NULL,
      joinSeq INTEGER NOT NULL,
      deliveredSeq INTEGER NOT NULL,
      readSeq INTEGER NOT NULL,
      leftAt INTEGER,
      PRIMARY KEY (conversation, user)
    ) WITHOUT ROWID;
    CREATE INDEX membersByUser ON members(user, leftAt);
    CREATE TABLE settings (
      user INTEGER NOT NULL REFERENCES users(key),
      conversation INTEGER NOT NULL REFERENCES conversations(key),
      rev INTEGER NOT NULL,
      muted INTEGER NOT NULL,
      mutedUntil INTEGER,
      archived INTEGER NOT NULL,
      pinned INTEGER NOT NULL,
      PRIMARY KEY (user, conversation)
    ) WITHOUT ROWID;
    """

  /// `position` is the conversation's key in the upper and `seq` in the lower 32 bits: history is a
  /// range of the table itself. `ordinal` counts all messages in commit order: the search index
  /// names messages by it, so that newest first is its natural order. `postRev` rises with `seq`,
  /// so new messages need no index by revision; only changed ones are in one. `text` is last so
  /// that counting does not read it. There are no foreign keys here: checking them costs on every
  /// message.
  private static let messages = """
    CREATE TABLE messages (
      position INTEGER PRIMARY KEY,
      id BLOB NOT NULL,
      sender INTEGER NOT NULL,
      ordinal INTEGER NOT NULL,
      postRev INTEGER NOT NULL,
      changedRev INTEGER,
      createdAt INTEGER NOT NULL,
      replyTo BLOB,
      editCount INTEGER NOT NULL DEFAULT 0,
      editedAt INTEGER,
      deletedAt INTEGER,
      deletedBy INTEGER,
      text TEXT NOT NULL
    );
    CREATE UNIQUE INDEX messagesByID ON messages(id);
    CREATE UNIQUE INDEX messagesByOrdinal ON messages(ordinal);
    CREATE INDEX messagesByChange ON messages(position >> 32, changedRev) WHERE changedRev IS NOT NULL;
    CREATE TABLE edits (
      position INTEGER NOT NULL,
      number INTEGER NOT NULL,
      id BLOB NOT NULL,
      at INTEGER NOT NULL,
      text TEXT,
      PRIMARY KEY (position, number)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX editsByID ON edits(position, id);
    CREATE VIRTUAL TABLE search USING fts5(
      text, content='messages', content_rowid='ordinal', columnsize=0, tokenize='unicode61 remove_diacritics 2'
    );
    CREATE TABLE searchProgress (indexed INTEGER NOT NULL);
    INSERT INTO searchProgress VALUES (0);
    """

  /// How many messages a user has in each full block of a conversation: see `PostCounts`. Sender
  /// and seq of a message never change. `isStale`: the search index still holds terms of texts that
  /// are gone.
  private static let postCounts = """
    CREATE TABLE postCounts (
      user INTEGER NOT NULL,
      conversation INTEGER NOT NULL,
      block INTEGER NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (user, conversation, block)
    ) WITHOUT ROWID;
    INSERT INTO postCounts (user, conversation, block, count)
    SELECT m.sender, c.key, ((m.position & 0xFFFFFFFF) - 1) / 128, count(*)
    FROM conversations c
      JOIN messages m ON m.position > c.key << 32 AND m.position <= (c.key << 32) + c.lastSeq / 128 * 128
    GROUP BY 1, 2, 3;
    CREATE INDEX messagesByDeletion ON messages(position, sender) WHERE deletedAt IS NOT NULL;
    ALTER TABLE searchProgress ADD COLUMN isStale INTEGER NOT NULL DEFAULT 1;
    """

  /// `history` has one row. `isStale` counts from here on what was taken out of the search index
  /// since it was last rid of it; `isLogStale`: the write-ahead log may hold text that was erased.
  private static let history = """
    CREATE TABLE history (id BLOB NOT NULL);
    INSERT INTO history VALUES (randomblob(16));
    ALTER TABLE searchProgress ADD COLUMN isLogStale INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE settings ADD COLUMN archivedAt INTEGER;
    UPDATE searchProgress SET isStale = 0, isLogStale = 0 WHERE NOT EXISTS (SELECT 1 FROM users);
    """

  /// The last renaming of a group: all three are NULL until there is one. `renamedBy` is a user's
  /// id, so that reading a conversation joins nothing.
  private static let renamings = """
    ALTER TABLE conversations ADD COLUMN renamedAt INTEGER;
    ALTER TABLE conversations ADD COLUMN renamedBy BLOB;
    ALTER TABLE conversations ADD COLUMN formerName TEXT;
    """
}
