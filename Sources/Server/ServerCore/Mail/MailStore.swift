import Domain

/// What sending mail reads of the database. Like `PushStore`; writes are `WriteCommand.Body.mail`.
package protocol MailStore: Sendable {
  /// Oldest first.
  func dueMails(at now: Timestamp, limit: Int) throws -> [QueuedMail]
  /// Of letters since then.
  func mailTallies(since: Timestamp) throws -> [MailTally]
}
