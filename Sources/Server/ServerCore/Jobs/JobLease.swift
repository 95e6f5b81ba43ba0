/// Says which of the servers of one store does its background work.
package protocol JobLease: Sendable {
  /// Whether this server has it, which takes it when nobody has. Blocking. False when another
  /// server has it, and when the store cannot be asked.
  func hold() -> Bool
  /// Another server may have it from now on.
  func release()
}

/// A store that several servers may use at once.
package protocol SharedStore: FileLeases, ServerCensus {
  func makeJobLease() -> any JobLease
}
