import Domain

package typealias PushAttemptID = Identifier<PushAttempt>

/// What a notification is about.
package enum PushSubject: Hashable, Sendable {
  case message(NotificationReference)
  case reminder(ReminderID)

  /// Notifications of the same are shown together, and a later one takes the place of an earlier.
  package var thread: String {
    switch self {
    case .message(let reference): reference.conversation.description
    case .reminder(let id): id.description
    }
  }
}

/// A device that may be told of something.
package struct PushTarget: Hashable, Sendable {
  /// The device's number.
  package let device: Int64
  package let session: SessionID

  package init(device: Int64, session: SessionID) {
    self.device = device
    self.session = session
  }
}

/// A notification of one message or reminder for one device, as it is to be sent or was.
package struct PushAttempt: Sendable {
  /// Known to the server and to the device only: whoever has it may read what it is about.
  package let id: PushAttemptID
  package let session: SessionID
  package let user: UserID
  package let subject: PushSubject
  package let isUrgent: Bool
  /// When the message was, or the reminder.
  package let createdAt: Timestamp
  /// Times that it was sent for nothing.
  package let failures: Int
  /// `nil` once its session has ended.
  package let device: PushDevice?
  package let standing: PushStanding

  package init(
    id: PushAttemptID, session: SessionID, user: UserID, subject: PushSubject, isUrgent: Bool,
    createdAt: Timestamp, failures: Int, device: PushDevice?, standing: PushStanding
  ) {
    self.id = id
    self.session = session
    self.user = user
    self.subject = subject
    self.isUrgent = isUrgent
    self.createdAt = createdAt
    self.failures = failures
    self.device = device
    self.standing = standing
  }
}

/// How the reader stands to the message or the reminder now.
package struct PushStanding: Hashable, Sendable {
  package let isMember: Bool
  package let isDeleted: Bool
  /// The message was read; the reminder was done, or put off.
  package let isRead: Bool
  /// `nil` stands for the standard ones.
  package let settings: ConversationSettings?

  package init(isMember: Bool = true, isDeleted: Bool = false, isRead: Bool, settings: ConversationSettings?) {
    self.isMember = isMember
    self.isDeleted = isDeleted
    self.isRead = isRead
    self.settings = settings
  }
}

/// What has become of a notification.
package enum PushOutcome: String, Sendable, CaseIterable {
  /// The service has it.
  case accepted
  /// The server has no keys for the service.
  case notConfigured
  /// The service does not know the device any more.
  case gone
  /// The service does not take it.
  case rejected
  /// It failed too often.
  case exhausted
  /// The message is too old.
  case expired
  /// The server stopped while it was sent: it may have arrived, and is not sent twice.
  case interrupted
  /// Its reader has read the message meanwhile, by another device.
  case read
  /// The device has the message already, and shows it.
  case active
  /// The reader has muted or archived the conversation meanwhile.
  case silenced
  /// The message was deleted meanwhile.
  case deleted
  /// Its reader has left the conversation meanwhile.
  case left
  /// The device has signed out meanwhile.
  case signedOut
}

/// How far notifications are planned: of all messages before `ordinal`, and of that one for the
/// devices up to `device`.
package struct PushMark: Hashable, Sendable {
  package var ordinal: Int64
  package var device: Int64

  package init(ordinal: Int64, device: Int64) {
    self.ordinal = ordinal
    self.device = device
  }

  /// Everything up to this message.
  package static func after(_ ordinal: Int64) -> PushMark { PushMark(ordinal: ordinal, device: .max) }
}

/// A message and a device that may be told of it.
package struct PushCandidate: Sendable {
  package let ordinal: Int64
  /// The device's number.
  package let device: Int64
  package let session: SessionID
  package let user: UserID
  package let sender: UserID
  package let text: String
  package let seq: Int64
  package let readSeq: Int64
  package let settings: ConversationSettings?

  package init(
    ordinal: Int64, device: Int64, session: SessionID, user: UserID, sender: UserID, text: String, seq: Int64,
    readSeq: Int64, settings: ConversationSettings?
  ) {
    self.ordinal = ordinal
    self.device = device
    self.session = session
    self.user = user
    self.sender = sender
    self.text = text
    self.seq = seq
    self.readSeq = readSeq
    self.settings = settings
  }
}

/// A notification that is to be sent.
package struct PlannedPush: Sendable {
  package let id: PushAttemptID
  package let ordinal: Int64
  /// The device's number.
  package let device: Int64
  package let isUrgent: Bool
  package let dueAt: Timestamp

  package init(id: PushAttemptID, ordinal: Int64, device: Int64, isUrgent: Bool, dueAt: Timestamp) {
    self.id = id
    self.ordinal = ordinal
    self.device = device
    self.isUrgent = isUrgent
    self.dueAt = dueAt
  }
}

/// How many notifications came to what.
package struct PushTally: Hashable, Sendable {
  package let service: PushService
  /// `nil` for those that are still to be sent.
  package let outcome: PushOutcome?
  package let count: Int64

  package init(service: PushService, outcome: PushOutcome?, count: Int64) {
    self.service = service
    self.outcome = outcome
    self.count = count
  }
}
