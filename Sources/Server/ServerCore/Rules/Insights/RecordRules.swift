import Domain
import WireProtocol

extension Rules.Records {
  private static let maximumIDBytes = 200
  private static let maximumBytes = 1 << 20

  /// The tokens that the record counts for: those of a ledger's entry. Throws `invalid` or
  /// `tooLarge` for what cannot be kept.
  package static func tokens(of record: PrivateRecord) throws(Refusal) -> Int {
    guard !record.id.isEmpty, record.id.utf8.count <= maximumIDBytes else {
      throw Refusal(.invalid, "A record's id has 1 to \(maximumIDBytes) bytes.")
    }
    guard record.body.count <= maximumBytes else { throw Refusal(.tooLarge, "The record is too large.") }
    guard record.collection == .ledger || record.collection == .indexing else { return 0 }
    guard let entry = try? LedgerEntry(json: record.body) else {
      throw Refusal(.invalid, "That is not an entry of a ledger.")
    }
    return entry.inputTokens + entry.outputTokens
  }

  /// A record does not outlive its sources. Throws `notFound` for a message that is gone or was
  /// edited after the record was made.
  package static func check(_ source: SourceState?, of record: PrivateRecord) throws(Refusal) {
    guard let source, !source.isDeleted, source.editedAt.map({ $0 <= record.createdAt }) ?? true else {
      throw Refusal.notFound
    }
  }

  /// Throws `notFound` for a conversation that the record's user is not in now, or whose
  /// intelligence is switched off.
  package static func check(isMember: Bool, isIntelligenceOn: Bool) throws(Refusal) {
    guard isMember, isIntelligenceOn else { throw Refusal.notFound }
  }
}
