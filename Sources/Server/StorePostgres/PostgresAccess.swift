import Domain
import ServerCore

/// How connections to a workspace's schema are made.
struct PostgresAccess: Sendable {
  let address: String
  let schema: String
  /// How long to wait for the server, when connecting and for each answer.
  let patience: Duration
  /// How long a transaction may be open without a statement: a server that is cut off without a
  /// word keeps its locks, and others wait for it, no longer than this.
  var idleLimit = Duration.seconds(3)

  /// Of the advisory lock by which writers of this schema keep out of each other's way.
  var lockKey: Int64 {
    Int64(bitPattern: schema.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 })
  }

  var quotedSchema: String { "\"\(schema)\"" }

  /// A connection with the settings that the store rests on.
  func connect() throws -> PostgresConnection {
    let connection = try PostgresConnection(address, patience: patience)
    let milliseconds = patience.components.seconds * 1_000
    let idleMilliseconds = idleLimit.components.seconds * 1_000
    // A commit is on disk when it is answered, whatever the server's own settings say. The server
    // gives up before this side does, so that the connection outlives it. Statements are short
    // and many: each is planned once for its connection, with the index that it will need when its
    // table is large, and never compiled. The server finds out within some ten seconds that nobody
    // is at the other end, in the middle of a statement too.
    for setting in [
      "search_path = \(quotedSchema)", "synchronous_commit = on", "statement_timeout = \(milliseconds * 3 / 4)",
      "lock_timeout = \(milliseconds / 2)", "idle_in_transaction_session_timeout = \(idleMilliseconds)",
      "default_transaction_isolation = 'read committed'", "enable_seqscan = off",
      "plan_cache_mode = force_generic_plan", "jit = off", "tcp_keepalives_idle = 5", "tcp_keepalives_interval = 2",
      "tcp_keepalives_count = 3", "client_connection_check_interval = 2000",
    ] {
      try connection.queue("SET \(setting)")
    }
    try connection.wait()
    return connection
  }
}
