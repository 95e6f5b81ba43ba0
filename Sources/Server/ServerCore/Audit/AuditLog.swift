import Domain
import WireProtocol

/// What was found of the whole audit log.
package struct AuditVerification: Codable, Sendable {
  package let entries: Int64
  /// What to keep elsewhere: the number and hash of the newest entry, which tells of this
  /// verification.
  package let head: AuditHead
  /// What is wrong; `nil` when nothing is.
  package let finding: String?
}

/// Reads and verifies the audit log for admins and the command line.
package struct AuditLog: Sendable {
  package static let maximumPage = 200

  private let accounts: AccountService
  private let store: any AuditStore

  init(accounts: AccountService, store: any AuditStore) {
    self.accounts = accounts
    self.store = store
  }

  /// Newest first. Whoever asks records that they do.
  package func page(_ filter: AuditFilter, before: Int64?, limit: Int) async throws(Refusal) -> AuditPage {
    let store = store
    let entries = try await accounts.reader.read { _ in
      try store.auditEntries(filter, before: before, limit: limit + 1)
    }
    let shown = entries.prefix(limit)
    return AuditPage(
      entries: shown.map(AuditEntryBody.init), next: entries.count > limit ? shown.last?.number : nil)
  }

  /// Follows the whole log, and tells it so.
  package func verify(
    expecting head: [UInt8]?, by actor: AuditActor
  ) async throws(Refusal) -> AuditVerification {
    let (found, store) = (try await follow(expecting: head), store)
    try await record(.verified(found.finding), by: actor)
    let newest = try await accounts.reader.read { _ in
      try store.auditEntries(AuditFilter(kind: .verified), before: nil, limit: 1)
    }
    return AuditVerification(
      entries: found.entries, head: newest.first?.head ?? .start, finding: found.finding?.sentence)
  }

  package func record(_ act: AuditAct, by actor: AuditActor) async throws(Refusal) {
    try await accounts.audit.record(act, by: actor)
  }

  private func follow(expecting head: [UInt8]?) async throws(Refusal) -> (entries: Int64, finding: AuditBreak?) {
    let store = store
    return try await accounts.reader.read { _ in
      var entries: Int64 = 0
      do {
        try store.readAuditLog { checkpoint, next in
          var chain = AuditChain(after: checkpoint, expecting: head)
          while let entry = try next() {
            try chain.take(entry)
            entries += 1
          }
          try chain.finish()
        }
      } catch let finding as AuditBreak {
        return (entries, finding)
      }
      return (entries, nil)
    }
  }
}

extension AuditEntryBody {
  init(_ entry: AuditEntry) {
    self.init(
      number: entry.number, at: entry.at, actor: entry.actor, session: entry.session,
      address: entry.address?.text, salt: entry.address?.salt.hexadecimal, addressHash: entry.addressHash?.hexadecimal,
      kind: entry.kind, subject: entry.subject, detail: entry.detail, outcome: entry.outcome,
      before: entry.before.hexadecimal, hash: entry.hash.hexadecimal)
  }
}
