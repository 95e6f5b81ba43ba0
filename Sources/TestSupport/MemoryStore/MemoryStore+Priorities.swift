import Domain
import ServerCore

extension MemoryData {
  func marks(_ selection: MarkSelection) -> [StoredMark] {
    savedMarks.filter { stored in
      switch selection {
      case .on(let message): stored.mark.message == message
      case .of(let user): stored.user == user
      case .within(let conversation): stored.mark.conversation == conversation
      }
    }.filter { $0.mark.reason != nil }
      .sorted { ($0.mark.until, $0.mark.message) > ($1.mark.until, $1.mark.message) }
  }

  func save(_ mark: PriorityMark, of account: Int64) {
    let user = accounts[Int(account)].stored.profile.id
    savedMarks.removeAll { $0.account == account && $0.mark.message == mark.message }
    savedMarks.append(StoredMark(account: account, user: user, mark: mark))
    change(account) { $0.rev = mark.rev }
  }

  func forgetMarks(of account: Int64, at time: Timestamp) {
    savedMarks.removeAll { $0.account == account && $0.mark.until <= time }
  }

  func erasePriorities(of account: Int64) {
    savedMarks.removeAll { $0.account == account }
    savedReviews[account] = nil
  }

  func reviewPlan(of account: Int64) -> ReviewPlan? { savedReviews[account] }
  func save(_ plan: ReviewPlan, of account: Int64) { savedReviews[account] = plan }

  func hasRecord(_ collection: PrivateRecord.Collection, id: String, of account: Int64) -> Bool {
    let user = accounts[Int(account)].stored.profile.id
    return records.contains { $0.record.user == user && $0.record.collection == collection && $0.record.id == id }
  }
}

extension MemoryStore {
  package func marks(of reader: UserID) throws -> [PriorityMark] { read { $0.marks(.of(reader)) }.map(\.mark) }

  package func dueReviews(at now: Timestamp, limit: Int) throws -> [DueReview] {
    read { data in
      let due = data.savedReviews.compactMap { account, plan -> (at: Timestamp, account: Int64, version: Int64)? in
        guard let at = plan.at, at <= now, !data.accounts[Int(account)].stored.isDisabled else { return nil }
        return (at, account, plan.version)
      }
      return due.sorted { ($0.at, $0.account) < ($1.at, $1.account) }.prefix(max(0, limit)).map {
        DueReview(reader: data.accounts[Int($0.account)].stored.profile.id, version: $0.version)
      }
    }
  }
}
