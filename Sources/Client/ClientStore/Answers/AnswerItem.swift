import Domain
import WireProtocol

/// A part of an answer that goes by itself: an output, a message of the talk, a row of a list.
struct AnswerItem {
  struct Source {
    let conversation: ConversationID
    let message: MessageID?
  }

  /// What it is called where its user erases it; empty for what nobody erases by itself.
  var id = ""
  let body: [UInt8]
  /// When the server forgets it.
  var until: Timestamp?
  /// What it rests on: it goes with each of them.
  var sources: [Source] = []
}

extension AnswerItem {
  init(_ output: AIOutput) {
    let citations = (output.points + output.contributions).flatMap(\.citations)
    self.init(
      id: output.id.description, body: output.json(), until: output.expiresAt,
      sources: citations.map(Source.init) + (output.conversation.map { [Source(conversation: $0, message: nil)] } ?? [])
    )
  }

  init(_ message: AssistantMessage) {
    self.init(id: message.id.description, body: message.json(), sources: message.citations.map(Source.init))
  }

  init(_ verdict: PriorityVerdict) {
    self.init(
      body: verdict.json(), sources: [Source(conversation: verdict.conversation, message: verdict.message)])
  }

  init(_ memory: MemoryEntry) {
    self.init(id: memory.id.description, body: memory.json())
  }

  init(_ entry: LedgerEntry) {
    self.init(body: entry.json(), sources: entry.conversations.map { Source(conversation: $0, message: nil) })
  }

  init(_ preferences: AIPreferences) {
    self.init(body: preferences.json())
  }

  init(_ status: AIStatus) {
    self.init(body: status.json())
  }
}

extension AnswerItem.Source {
  init(_ citation: Citation) {
    self.init(conversation: citation.conversation, message: citation.message)
  }
}
