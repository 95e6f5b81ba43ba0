import Domain

/// One request to the assistant with what came before it.
struct AssistantTurn: Sendable {
  let asker: UserID
  let text: String
  /// What the asker is looking at.
  let conversation: ConversationID?
  /// The talk so far, oldest first, without this request.
  let earlier: [StoredAssistantMessage]
  /// The answer to fill in.
  let answer: AssistantMessage

  /// What was last shown.
  var listed: [Citation] { earlier.last { $0.message.role == .assistant }?.message.citations ?? [] }
}
