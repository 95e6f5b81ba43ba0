import GRDBSQLite

/// SQLite said no. Never shown to clients: they get `internal` or `overloaded`.
package struct SQLiteFailure: Error, CustomStringConvertible, Sendable {
  /// SQLite's extended result code.
  package let code: Int32
  /// SQLite's words, without values of the statement.
  package let message: String

  /// Whether the machine is at fault (disk, memory, file) and not one command, so that the next
  /// command will most likely fail too.
  package var isEnvironmental: Bool {
    switch code & 0xFF {
    case SQLITE_FULL, SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_NOMEM, SQLITE_READONLY, SQLITE_CORRUPT, SQLITE_NOTADB:
      true
    default: false
    }
  }

  package var description: String { "SQLite \(code): \(message)" }
}
