import Domain
import Foundation

/// Names one making of a digest: who holds it, and nobody else, may end it.
package typealias DigestLease = Identifier<DigestPlan>

/// When somebody gets a digest by itself, and which was the last.
package struct DigestPlan: Hashable, Sendable {
  package let user: UserID
  package var times: AIPreferences.DigestTimes
  /// Of the user's profile.
  package let timeZone: String?
  /// The day, on the user's clock, whose digest is made or was none: such as 20_261_124. 0: none
  /// yet.
  package var day: Int64
  /// Who makes one now; `nil` when nobody does.
  package var lease: DigestLease?
  /// When somebody may make it instead of the holder: it has stopped without a word.
  package var leasedUntil: Timestamp
  /// Times in a row that it could not be made.
  package var failures: Int
  /// Nobody begins before.
  package var notBefore: Timestamp

  package init(
    user: UserID, times: AIPreferences.DigestTimes, timeZone: String? = nil, day: Int64 = 0, lease: DigestLease? = nil,
    leasedUntil: Timestamp = Timestamp(milliseconds: 0), failures: Int = 0,
    notBefore: Timestamp = Timestamp(milliseconds: 0)
  ) {
    self.user = user
    self.times = times
    self.timeZone = timeZone
    self.day = day
    self.lease = lease
    self.leasedUntil = leasedUntil
    self.failures = failures
    self.notBefore = notBefore
  }
}

package enum DigestCommand: Sendable {
  /// The digest of a day is being made. `conflict` when it is made, or while another makes it.
  case begin(user: UserID, day: Int64, DigestLease, until: Timestamp)
  /// It is made, or there is nothing in it: then there is no delivery. A making that is another's
  /// by now changes nothing.
  case finish(user: UserID, day: Int64, DigestLease, DigestDelivery?)
  /// It could not be made now.
  case fail(user: UserID, day: Int64, DigestLease)
}

/// What is told of a digest, in the transaction that says that it is made.
package struct DigestDelivery: Sendable {
  /// Of kind `digest`, and due; `nil` where it comes by mail only.
  package let reminder: Reminder?
  package let pushes: [ReminderPush]
  package let mail: Mail?

  package init(reminder: Reminder?, pushes: [ReminderPush], mail: Mail?) {
    self.reminder = reminder
    self.pushes = pushes
    self.mail = mail
  }
}
