import Domain

/// How long own messages take: until the server has them, and until all others do. Nothing of it is
/// stored: what a process before this one has sent counts only until the server has it.
struct SendTimes {
  private struct Sent {
    let conversation: ConversationID
    let seq: Int64
    let since: Timestamp
    let waited: Bool
  }

  /// Messages that not all others have; of more the oldest are not told of.
  static let mostUndelivered = 50

  private var waited: Set<MessageID> = []
  private var undelivered: [Sent] = []

  /// These wait in the outbox now. Without a connection they have to.
  mutating func loaded(_ messages: Set<MessageID>, isConnected: Bool) {
    waited.formIntersection(messages)
    if !isConnected { waited.formUnion(messages) }
  }

  /// The server has the message, which is the one in `rows`.
  mutating func acknowledged(_ message: PendingMessage, _ delta: FeedDelta, at now: Timestamp) -> ClientEvent? {
    let hasWaited = waited.remove(message.id) != nil
    if let row = delta.messages.first(where: { $0.id == message.id }) {
      undelivered.append(
        Sent(conversation: message.conversation, seq: row.seq, since: message.createdAt, waited: hasWaited))
      undelivered = undelivered.suffix(Self.mostUndelivered)
    }
    return ClientEvent(.messageSent, since: message.createdAt, until: now, waited: hasWaited)
  }

  /// Others may get a message meanwhile without anybody saying so.
  mutating func disconnected() { undelivered = [] }

  func awaits(_ conversation: ConversationID) -> Bool { undelivered.contains { $0.conversation == conversation } }

  /// The events of what all others have by now. `members` are all of the conversation's.
  mutating func heard(
    of members: [Member], in conversation: ConversationID, user: UserID, at now: Timestamp
  ) -> [ClientEvent] {
    var events: [ClientEvent] = []
    undelivered.removeAll { sent in
      guard sent.conversation == conversation,
        [.delivered, .read].contains(Receipts(seq: sent.seq, sender: user, members: members).status)
      else { return false }
      if let event = ClientEvent(.messageDelivered, since: sent.since, until: now, waited: sent.waited) {
        events.append(event)
      }
      return true
    }
    return events
  }
}

extension ClientEvent {
  /// `nil` for what a clock that was set says: less than nothing, or more than a day.
  init?(_ kind: ClientEventKind, since: Timestamp, until now: Timestamp, waited: Bool = false) {
    let milliseconds = now.milliseconds - since.milliseconds
    guard (0...86_400_000).contains(milliseconds) else { return nil }
    self.init(kind: kind, milliseconds: milliseconds, waited: waited)
  }
}
