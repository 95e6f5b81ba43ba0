import Domain
import ServerCore

/// What text of a user went where, and what it cost.
package struct LedgerService: Sendable {
  private static let maximumListed = 500

  let reader: IntelligenceReader
  let clock: any WallClock

  /// Newest first.
  package func entries(of user: UserID) async throws(Refusal) -> [LedgerEntry] {
    let now = clock.now
    let records = try await reader.read { store in
      try store.records(.ledger, of: user, at: now, limit: Self.maximumListed)
        + store.records(.indexing, of: user, at: now, limit: Self.maximumListed)
    }
    var entries: [LedgerEntry] = []
    for record in records { entries.append(try RecordBody.decode(record.body)) }
    return Array(entries.sorted { $0.at > $1.at }.prefix(Self.maximumListed))
  }
}
