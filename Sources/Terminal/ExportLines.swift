import Domain
import Foundation

/// A conversation as JSON lines: conversation, members, then the committed messages, oldest first.
package struct ExportLines {
  private struct ConversationLine: Encodable {
    let type = "conversation"
    let conversation: Conversation
    let messages: Int
  }

  private struct MemberLine: Encodable {
    let type = "member"
    let member: Member
  }

  private struct MessageLine: Encodable {
    let type = "message"
    let id: MessageID
    let seq: Int64
    let sender: UserID
    let senderName: String
    let text: String
    let createdAt: Timestamp
    let replyTo: MessageID?
    let editCount: Int
    let edits: [MessageEdit]
    let deleted: Bool
    let readBy: [UserID]
    let attachments: [Attachment]
  }

  private let timeline: Timeline

  package init(_ timeline: Timeline) {
    self.timeline = timeline
  }

  /// UTF-8, a line feed after each line, keys sorted. Messages that are still in the outbox are
  /// left out.
  package func data() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let committed = timeline.items.compactMap(Self.line)
    var data = try encoder.encode(ConversationLine(conversation: timeline.conversation, messages: committed.count))
    for member in timeline.members {
      data.append(0x0A)
      data.append(try encoder.encode(MemberLine(member: member)))
    }
    for message in committed {
      data.append(0x0A)
      data.append(try encoder.encode(message))
    }
    data.append(0x0A)
    return data
  }

  private static func line(_ item: TimelineItem) -> MessageLine? {
    guard let seq = item.seq else { return nil }
    return MessageLine(
      id: item.id, seq: seq, sender: item.sender, senderName: item.senderName, text: item.text,
      createdAt: item.createdAt, replyTo: item.replyTo, editCount: item.editCount, edits: item.edits,
      deleted: item.isDeleted, readBy: item.readBy, attachments: item.attachments)
  }
}
