import Domain
import ServerCore

extension MemoryData {
  func insert(_ mail: Mail) { mails.append((QueuedMail(mail: mail, failures: 0), mail.createdAt, nil, nil)) }

  func save(_ settlement: MailSettlement) {
    for index in mails.indices where mails[index].queued.mail.id == settlement.id && mails[index].dueAt != nil {
      let former = mails[index].queued
      switch settlement.end {
      case .finished(let outcome): mails[index] = (former, nil, outcome, settlement.detail)
      case .postponed(let until):
        let again = QueuedMail(mail: former.mail, failures: former.failures + 1)
        mails[index] = (again, until, nil, settlement.detail)
      }
    }
  }

  func forgetMails(before limit: Timestamp) { mails.removeAll { $0.queued.mail.createdAt < limit } }

  func saveReset(_ hash: [UInt8], of account: Int64, expiresAt: Timestamp) { resets[account] = (hash, expiresAt) }
  func removeReset(of account: Int64) { resets[account] = nil }

  func saveEmailChange(to email: String, _ hash: [UInt8], of account: Int64, expiresAt: Timestamp) {
    emailChanges[account] = (hash, email, expiresAt)
  }
  func removeEmailChange(of account: Int64) { emailChanges[account] = nil }

  func emailChange(_ hash: [UInt8]) -> EmailChange? {
    emailChanges.first { $0.value.hash == hash }.map { account, change in
      let stored = accounts[Int(account)].stored
      return EmailChange(
        account: account, user: stored.profile.id, email: change.email, expiresAt: change.expiresAt,
        isDisabled: stored.isDisabled)
    }
  }

  func reset(_ hash: [UInt8]) -> PasswordReset? {
    resets.first { $0.value.hash == hash }.map { account, reset in
      PasswordReset(
        account: account, user: accounts[Int(account)].stored.profile.id,
        expiresAt: reset.expiresAt, isDisabled: accounts[Int(account)].stored.isDisabled)
    }
  }
}

extension MemoryStore: MailStore {
  package func dueMails(at now: Timestamp, limit: Int) throws -> [QueuedMail] {
    read { data in
      Array(data.mails.filter { $0.dueAt.map { $0 <= now } ?? false }.map(\.queued).prefix(limit))
    }
  }

  package func mailTallies(since: Timestamp) throws -> [MailTally] {
    read { data in
      let recent = data.mails.filter { $0.queued.mail.createdAt >= since }
      return Dictionary(grouping: recent) { $0.outcome?.rawValue ?? "" }.sorted { $0.key < $1.key }.map { _, rows in
        MailTally(outcome: rows[0].outcome, count: Int64(rows.count), detail: rows.last?.detail)
      }
    }
  }

  package func passwordReset(_ hash: [UInt8]) throws -> PasswordReset? { read { $0.reset(hash) } }
  package func emailChange(_ hash: [UInt8]) throws -> EmailChange? { read { $0.emailChange(hash) } }
}
