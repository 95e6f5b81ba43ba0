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

  /// What was last listed. A question whether to do something lists nothing.
  var listed: [Citation] { Self.listed(in: earlier) }

  static func listed(in earlier: [StoredAssistantMessage]) -> [Citation] {
    let lists = earlier.map(\.message).filter {
      $0.role == .assistant && $0.proposals.isEmpty && !$0.citations.isEmpty
    }
    return lists.last?.citations ?? []
  }
}
