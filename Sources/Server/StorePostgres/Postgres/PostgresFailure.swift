import CPostgres

/// PostgreSQL said no, or could not be reached. Never shown to clients: they get `internal` or
/// `overloaded`.
package struct PostgresFailure: Error, CustomStringConvertible, Sendable {
  package enum Kind: Sendable {
    /// The server cannot be reached, or the connection ended. What was under way may or may not
    /// have been done.
    case connection
    /// Others stood in the way: the same transaction, begun once more, may well succeed.
    case contention
    /// Another transaction has made the same row meanwhile: one that begins now sees it.
    case duplicate
    /// It took longer than it may.
    case timeout
    /// The server has no room, no memory or no rights left: the next command will fail too.
    case environment
    /// The statement, or a value in it, is at fault.
    case statement
  }

  package let kind: Kind
  /// Five characters; empty where the server did not answer.
  package let sqlState: String
  /// The server's words, without values of the statement.
  package let message: String

  /// Whether doing the same once more can help.
  package var isWorthRetrying: Bool {
    switch kind {
    case .connection, .contention, .timeout: true
    case .duplicate, .environment, .statement: false
    }
  }

  /// Whether the server is at fault and not one command.
  package var isEnvironmental: Bool { kind == .connection || kind == .environment || kind == .timeout }

  package var description: String { sqlState.isEmpty ? message : "PostgreSQL \(sqlState): \(message)" }

  static func lost(_ message: String) -> PostgresFailure {
    PostgresFailure(kind: .connection, sqlState: "", message: message)
  }

  /// A row holds what it cannot hold.
  static func damaged(_ message: String) -> PostgresFailure {
    PostgresFailure(kind: .environment, sqlState: "XX001", message: message)
  }

  init(kind: Kind, sqlState: String, message: String) {
    self.kind = kind
    self.sqlState = sqlState
    self.message = message
  }

  init(of result: OpaquePointer) {
    let state = messageai_sqlstate(result).map { String(cString: $0) } ?? ""
    let words = messageai_message(result).map { String(cString: $0) } ?? "no answer"
    // What the server says of values repeats them.
    let message = state.hasPrefix("22") ? "a value does not fit" : words
    self.init(kind: Self.kind(of: state), sqlState: state, message: message)
  }

  static func kind(of state: String) -> Kind {
    switch state {
    case "40001", "40P01", "55P03": .contention
    case "23505": .duplicate
    case "57014": .timeout
    // The last two: the server ended a session that was silent for too long.
    case "57P01", "57P02", "57P03", "25P03", "57P05", "": .connection
    case "25006", "42501", "XX001", "XX002": .environment
    default:
      switch state.prefix(2) {
      case "08": .connection
      case "40": .contention
      case "53", "58", "57": .environment
      default: .statement
      }
    }
  }
}
