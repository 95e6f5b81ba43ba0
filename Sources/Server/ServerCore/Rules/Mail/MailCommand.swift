import Domain

package enum MailCommand: Sendable {
  /// To be sent as soon as possible.
  case queue(Mail)
  case settle([MailSettlement])
  /// What became of letters before this time goes.
  case forget(before: Timestamp)
}

/// How an attempt to send a letter has ended. Of a letter that is finished nothing is kept but
/// that.
package struct MailSettlement: Hashable, Sendable {
  package enum End: Hashable, Sendable {
    case finished(MailOutcome)
    case postponed(until: Timestamp)
  }

  package let id: MailID
  package let end: End
  /// What the mail server said, for the operator.
  package let detail: String?

  package init(id: MailID, end: End, detail: String? = nil) {
    self.id = id
    self.end = end
    self.detail = detail
  }
}

package enum MailOutcome: String, Sendable, CaseIterable {
  /// The mail server has taken it.
  case accepted
  /// The mail server does not take it.
  case rejected
  /// It failed too often.
  case exhausted
}

/// A letter that is due.
package struct QueuedMail: Hashable, Sendable {
  package let mail: Mail
  /// Times that it was sent for nothing.
  package let failures: Int

  package init(mail: Mail, failures: Int) {
    self.mail = mail
    self.failures = failures
  }
}

/// How many letters came to what, and what the mail server last said of those.
package struct MailTally: Hashable, Sendable {
  /// `nil` for those that are still to be sent.
  package let outcome: MailOutcome?
  package let count: Int64
  package let detail: String?

  package init(outcome: MailOutcome?, count: Int64, detail: String? = nil) {
    self.outcome = outcome
    self.count = count
    self.detail = detail
  }
}
