import CPostgres

/// The rows of one statement, all of them in memory, in binary form.
final class PostgresResult {
  let handle: OpaquePointer
  let count: Int32
  private var indexes: [String: Int32] = [:]

  /// Owns the handle from now on.
  init(_ handle: OpaquePointer) {
    self.handle = handle
    count = PQntuples(handle)
  }

  deinit { PQclear(handle) }

  var columnCount: Int32 { PQnfields(handle) }

  func rows<Value>(_ map: (PostgresRow) throws -> Value) rethrows -> [Value] {
    try (0..<count).map { try map(PostgresRow(self, $0)) }
  }

  /// Rows that the statement changed.
  var changes: Int { Int(String(cString: PQcmdTuples(handle))) ?? 0 }

  /// Where the column stands that has this name. The server folds names to lower case. A name that
  /// the statement does not have is a mistake in the program.
  func index(of name: String) -> Int32 {
    if indexes.isEmpty {
      for index in 0..<columnCount { indexes[String(cString: PQfname(handle, index))] = index }
    }
    if let index = indexes[name] { return index }
    guard let index = indexes[name.lowercased()] else { preconditionFailure("the statement has no column \(name)") }
    indexes[name] = index
    return index
  }
}
