import Domain
import Foundation

/// What a message is read in the light of.
package struct MessageContext: Sendable {
  /// Messages before that a message may answer to.
  package static let length = 12

  package let kind: Conversation.Kind
  /// The messages before it, oldest first, without tombstones.
  package let previous: [Message]
  /// Messages after it that may answer it, oldest first, without tombstones.
  package let following: [Message]
  /// Present members.
  package let members: [Member]
  package let names: Names
  /// The clock of whoever wrote it: their "tomorrow" counts.
  package let timeZone: TimeZone
  /// The clocks of all who wrote `previous`, `following` and it.
  package let timeZones: [UserID: TimeZone]
}
