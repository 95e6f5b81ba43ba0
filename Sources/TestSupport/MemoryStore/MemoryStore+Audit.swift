import Domain
import ServerCore

extension MemoryData {
  func auditHead() -> AuditHead { audit.last?.head ?? auditCheckpoint }

  func insert(_ entry: AuditEntry) { audit.append(entry) }

  func forgetAuditEntries(before limit: Timestamp) -> AuditHead? {
    let old = audit.dropLast().prefix { $0.at < limit }
    guard let last = old.last else { return nil }
    audit.removeFirst(old.count)
    auditCheckpoint = last.head
    return last.head
  }

  func eraseAuditAddresses(of user: UserID) {
    let person = AuditSubject.account(user).description
    for index in audit.indices where audit[index].actor == person || audit[index].subject == person {
      audit[index].address = nil
    }
  }
}

extension MemoryStore: AuditStore {
  package func auditEntries(_ filter: AuditFilter, before: Int64?, limit: Int) throws -> [AuditEntry] {
    read { data in
      let person = filter.person.map { AuditSubject.account($0).description }
      return Array(
        data.audit.reversed().filter { entry in
          entry.number < before ?? .max && (filter.kind == nil || entry.kind == filter.kind?.rawValue)
            && (person == nil || entry.actor == person || entry.subject == person)
            && (filter.since.map { entry.at >= $0 } ?? true)
        }.prefix(limit))
    }
  }

  package func readAuditLog(
    _ body: (_ checkpoint: AuditHead, _ next: () throws -> AuditEntry?) throws -> Void
  ) throws {
    let (checkpoint, entries) = read { ($0.auditCheckpoint, $0.audit) }
    var rest = entries[...]
    try body(checkpoint) { rest.popFirst() }
  }
}
