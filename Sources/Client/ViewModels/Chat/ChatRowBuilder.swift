import Domain
import Foundation

/// Turns a timeline into rows: a pure function, so that a chat looks the same whatever way it came about.
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
    let byID = Dictionary(timeline.items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let role = timeline.members.first { $0.user == me && $0.isPresent }?.role
    var rows: [ChatRow] = []
    rows.reserveCapacity(items.count + 8)
    if !timeline.hasOlder, items.count == timeline.items.count { rows.append(.beginning) }
    var previous: TimelineItem?
    for item in items {
      let isNewDay = previous.map { texts.day(of: $0.createdAt) != texts.day(of: item.createdAt) } ?? true
      if isNewDay { rows.append(.day(texts.day(item.createdAt), first: item.id)) }
      let isUnreadLine = unreadLine?.message == item.id
      if let unreadLine, isUnreadLine { rows.append(.unreadLine(count: unreadLine.count)) }
      let startsGroup = isNewDay || isUnreadLine || !follows(item, previous)
      rows.append(.message(bubble(item, startsGroup, byID, timeline.conversation.kind, role)))
      previous = item
    }
    return rows
  }

  private func follows(_ item: TimelineItem, _ previous: TimelineItem?) -> Bool {
    guard let previous, previous.sender == item.sender else { return false }
    return abs(item.createdAt.milliseconds - previous.createdAt.milliseconds) <= Self.groupMilliseconds
  }

  private func bubble(
    _ item: TimelineItem, _ startsGroup: Bool, _ byID: [MessageID: TimelineItem], _ kind: Conversation.Kind,
    _ role: Member.Role?
  ) -> ChatBubble {
    let standing = Standing(kind: kind, role: role, isAuthor: item.isMine)
    let canEdit = !item.isDeleted && AccessPolicy.decide(.editMessage, standing) == .allowed
    let canDelete = !item.isDeleted && AccessPolicy.decide(.deleteMessage, standing) == .allowed
    let quote = item.replyTo.flatMap { byID[$0] }.map { answered in
      ChatBubble.Quote(
        message: answered.id, senderName: answered.isMine ? "You" : answered.senderName,
        text: answered.isDeleted ? ChatBubble.placeholder : Self.firstLine(answered.text))
    }
    return ChatBubble(
      item: item, startsGroup: startsGroup, timeText: texts.time(item.createdAt), quote: quote,
      canEdit: canEdit, canDelete: canDelete)
  }

  private static func firstLine(_ text: String) -> String {
    String(text.prefix { !$0.isNewline }.prefix(200))
  }
}
