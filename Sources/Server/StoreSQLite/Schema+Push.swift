/// Notifications on devices.
extension Schema {
  /// A device belongs to a session. `pushProgress` has one row: see `PushMark`. `dueAt` is NULL
  /// once there is an outcome, `startedAt` while nothing is being sent. Attempts outlive their
  /// device, and know its session and service by themselves.
  static let push = """
    CREATE TABLE pushDevices (
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      session BLOB NOT NULL UNIQUE,
      user INTEGER NOT NULL REFERENCES users(key),
      service TEXT NOT NULL,
      address TEXT NOT NULL UNIQUE,
      publicKey BLOB NOT NULL,
      secret BLOB NOT NULL,
      environment TEXT NOT NULL,
      createdAt INTEGER NOT NULL
    );
    CREATE INDEX pushDevicesByUser ON pushDevices(user);
    CREATE TABLE pushProgress (ordinal INTEGER NOT NULL, device INTEGER NOT NULL);
    INSERT INTO pushProgress VALUES (0, 0);
    CREATE TABLE pushAttempts (
      key INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      ordinal INTEGER NOT NULL,
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
      UNIQUE (ordinal, device)
    );
    CREATE INDEX pushAttemptsDue ON pushAttempts(service, isUrgent DESC, key, dueAt)
      WHERE dueAt IS NOT NULL AND startedAt IS NULL;
    CREATE INDEX pushAttemptsPending ON pushAttempts(device) WHERE dueAt IS NOT NULL;
    CREATE INDEX pushAttemptsByAge ON pushAttempts(createdAt);
    """
}
