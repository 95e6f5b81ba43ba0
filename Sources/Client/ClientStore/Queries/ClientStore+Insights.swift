import Domain
import GRDB

extension ClientStore {
  /// What was found or marked in the conversations that the device holds, newest first.
  package func insights(_ filter: InsightFilter) throws -> [PlacedInsight] {
    try read { try InsightRecord.find(filter, $0) }
  }

  package func observeInsights(_ filter: InsightFilter) -> AsyncStream<[PlacedInsight]> {
    stream({ db in try InsightRecord.find(filter, db) }, next: { $0 })
  }
}
