/// The log of what admins, the command line and people signing in did.
extension Schema {
  /// `actor`, `session` and `subject` are as entries have them. Nothing but the address and its
  /// salt goes before the whole entry does. `auditCheckpoint` has one row: the last entry that was
  /// forgotten.
  static let audit = """
    CREATE TABLE audit (
      number INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      actor TEXT NOT NULL,
      session TEXT,
      addressHash BLOB,
      address TEXT,
      salt BLOB,
      kind TEXT NOT NULL,
      subject TEXT,
      detail TEXT,
      outcome TEXT NOT NULL,
      before BLOB NOT NULL,
      hash BLOB NOT NULL
    );
    CREATE INDEX auditByKind ON audit(kind, number);
    CREATE INDEX auditByActor ON audit(actor, number);
    CREATE INDEX auditBySubject ON audit(subject, number) WHERE subject IS NOT NULL;
    CREATE TABLE auditCheckpoint (number INTEGER NOT NULL, hash BLOB NOT NULL);
    INSERT INTO auditCheckpoint VALUES (0, zeroblob(32));
    """
}
