import Domain

/// What text of the asker went where, newest first.
package struct LedgerResponse: Codable, Hashable, Sendable {
  package var entries: [LedgerEntry]

  package init(entries: [LedgerEntry]) {
    self.entries = entries
  }
}
