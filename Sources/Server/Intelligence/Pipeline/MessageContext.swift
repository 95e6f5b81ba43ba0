import Domain
import Foundation

/// What a message is read in the light of.
package struct MessageContext: Sendable {
  /// Messages before that a message may answer to.
  package static let length = 12
  /// Messages before that may have said the same.
  package static let memory = 48

  package let kind: Conversation.Kind
  /// The messages before it, oldest first, without tombstones.
  package let past: [Message]
  /// Those of them that it may answer to.
  package var previous: [Message] { past.suffix(Self.length) }
  /// Messages after it that may answer it, oldest first, without tombstones.
  package let following: [Message]
  /// Present members.
  package let members: [Member]
  package let names: Names
  /// The clock of whoever wrote it: their "tomorrow" counts.
  package let timeZone: TimeZone
  /// The clocks of all who wrote `past`, `following` and it.
  package let timeZones: [UserID: TimeZone]
}
