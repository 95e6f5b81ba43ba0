import Domain
import Foundation

/// Turns a timeline into rows: a pure function, so that a chat looks the same whatever way it came
/// about.
package struct ChatRowBuilder {
  /// The line above the first message that was unread when the chat was opened.
  package struct UnreadLine: Hashable, Sendable {
    package let message: MessageID
    package let count: Int

    package init(message: MessageID, count: Int) {
      self.message = message
      self.count = count
    }
  }

  /// Longest pause within a run of messages that shows the name once.
  static let groupMilliseconds: Int64 = 5 * 60 * 1000

  let me: UserID
  let texts: TimeTexts

  package init(me: UserID, texts: TimeTexts) {
    self.me = me
    self.texts = texts
  }

  /// Rows of the newest `shown` items; `.beginning` on top when there is nothing older anywhere.
  package func rows(of timeline: Timeline, shown: Int, unreadLine: UnreadLine?) -> [ChatRow] {
    let items = timeline.items.suffix(shown)
    let look = Look(timeline, me: me)
    var rows: [ChatRow] = []
    rows.reserveCapacity(items.count + 8)
    let isWhole = !timeline.hasOlder && items.count == timeline.items.count
    if isWhole { rows.append(.beginning) }
    let events = ChatEvents(me: me).lines(of: timeline, among: items, fromBeginning: isWhole)
    var previous: TimelineItem?
    for (place, item) in items.enumerated() {
      let isNewDay = previous.map { texts.day(of: $0.createdAt) != texts.day(of: item.createdAt) } ?? true
      if isNewDay { rows.append(.day(texts.day(item.createdAt), first: item.id)) }
      let happened = events[place] ?? []
      rows += happened.map(ChatRow.event)
      let isUnreadLine = unreadLine?.message == item.id
      if let unreadLine, isUnreadLine { rows.append(.unreadLine(count: unreadLine.count)) }
      let startsGroup = isNewDay || !happened.isEmpty || isUnreadLine || !follows(item, previous)
      rows.append(.message(bubble(item, startsGroup, look)))
      previous = item
    }
    return rows + (events[items.count] ?? []).map(ChatRow.event)
  }

  /// The message that the conversation about `message` began with, and all that answers it, at
  /// whatever remove.
  package func thread(of message: MessageID, in timeline: Timeline) -> [ChatBubble] {
    let look = Look(timeline, me: me)
    guard let root = look.root(of: message) else { return [] }
    var ids: Set = [root]
    // An answer is never older than what it answers: one pass finds them all.
    let items = timeline.items.filter { item in
      guard item.id == root || item.replyTo.map(ids.contains) ?? false else { return false }
      ids.insert(item.id)
      return true
    }
    return items.map { bubble($0, true, look) }
  }

  /// One message as a bubble of its own.
  package func bubble(_ message: MessageID, in timeline: Timeline) -> ChatBubble? {
    let look = Look(timeline, me: me)
    return look.items[message].map { bubble($0, true, look) }
  }

  private func follows(_ item: TimelineItem, _ previous: TimelineItem?) -> Bool {
    guard let previous, previous.sender == item.sender else { return false }
    return abs(item.createdAt.milliseconds - previous.createdAt.milliseconds) <= Self.groupMilliseconds
  }

  private func bubble(_ item: TimelineItem, _ startsGroup: Bool, _ look: Look) -> ChatBubble {
    let context = AccessContext(kind: look.kind, role: look.role, isAuthor: item.isMine)
    let canEdit = !item.isDeleted && AccessPolicy.decide(.editMessage, context) == .allowed
    let canDelete = !item.isDeleted && AccessPolicy.decide(.deleteMessage, context) == .allowed
    let quote = item.replyTo.flatMap { look.items[$0] }.map { answered in
      ChatBubble.Quote(
        message: answered.id, senderName: answered.isMine ? "You" : Phrase(verbatim: answered.senderName),
        text: answered.line)
    }
    return ChatBubble(
      item: item, senderPhoto: look.photos[item.sender], startsGroup: startsGroup,
      timeText: texts.time(item.createdAt), quote: quote, canEdit: canEdit, canDelete: canDelete,
      replyCount: look.replies[item.id, default: 0])
  }
}

/// What a bubble needs to know of its timeline.
private struct Look {
  let kind: Conversation.Kind
  let role: Member.Role?
  let items: [MessageID: TimelineItem]
  let replies: [MessageID: Int]
  let photos: [UserID: String]

  init(_ timeline: Timeline, me: UserID) {
    kind = timeline.conversation.kind
    role = timeline.members.first { $0.user == me && $0.isPresent }?.role
    photos = timeline.members.reduce(into: [:]) { $0[$1.user] = $1.photo }
    items = Dictionary(timeline.items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    replies = timeline.items.reduce(into: [:]) { replies, item in
      if let answered = item.replyTo, !item.isDeleted { replies[answered, default: 0] += 1 }
    }
  }

  /// Up from answer to answered, as far as the device has them; `nil` for an unknown message.
  func root(of message: MessageID) -> MessageID? {
    guard var item = items[message] else { return nil }
    var seen: Set = [item.id]
    while let answered = item.replyTo.flatMap({ items[$0] }), seen.insert(answered.id).inserted { item = answered }
    return item.id
  }
}
