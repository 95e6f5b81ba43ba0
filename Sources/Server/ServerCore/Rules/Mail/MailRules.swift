import Domain

extension Rules.Mails {
  /// Seconds to the next try after the first, second, … failure; one more ends it.
  package static let delays: [Int64] = [10, 60, 300, 1_800, 7_200, 21_600]
  /// Seconds for which outcomes are kept.
  package static let memory: Int64 = 7 * 86_400

  /// `failures` have been before.
  package static func settle(
    _ id: MailID, _ reply: MailReply, failures: Int, at now: Timestamp
  ) -> MailSettlement {
    switch reply {
    case .accepted: return MailSettlement(id: id, end: .finished(.accepted))
    case .rejected(let detail): return MailSettlement(id: id, end: .finished(.rejected), detail: detail)
    case .failed(let detail):
      guard delays.indices.contains(failures) else {
        return MailSettlement(id: id, end: .finished(.exhausted), detail: detail)
      }
      return MailSettlement(
        id: id, end: .postponed(until: now.adding(seconds: delays[failures])), detail: detail)
    }
  }
}
