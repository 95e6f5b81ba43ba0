import Domain
import ServerCore

/// A user's private outputs after they were made.
package struct OutputService: Sendable {
  private static let maximumListed = 100
  private static let maximumNote = 1_000

  let reader: IntelligenceReader
  let commands: any CommandPerformer
  let clock: any WallClock
  let calls: AICalls

  /// Newest first, without those dismissed.
  package func outputs(of user: UserID) async throws(Refusal) -> [AIOutput] {
    let now = clock.now
    let records = try await reader.read { store in
      try store.records(.outputs, of: user, at: now, limit: Self.maximumListed)
    }
    var outputs: [AIOutput] = []
    for record in records { outputs.append(try RecordBody.decode(record.body)) }
    return outputs.filter { !$0.isDismissed }
  }

  /// Throws `notFound` for what is not the user's, has expired, or fell with its sources.
  package func output(_ id: AIOutputID, of user: UserID) async throws(Refusal) -> AIOutput {
    try RecordBody.decode(try await record(id, of: user).body)
  }

  package func setFeedback(
    _ feedback: AIOutput.Feedback?, note: String?, of id: AIOutputID, by user: UserID
  ) async throws(Refusal) {
    if let note { try QuestionText.check(note, maximum: Self.maximumNote, what: "A note") }
    var kind: AIOutput.Kind?
    var isSaidAgain = false
    try await change(id, of: user) {
      isSaidAgain = $0.feedback == feedback
      $0.feedback = feedback
      $0.feedbackNote = note
      kind = $0.kind
    }
    if let feedback, let kind, !isSaidAgain { calls.recordFeedback(feedback, of: kind) }
  }

  package func dismiss(_ id: AIOutputID, by user: UserID) async throws(Refusal) {
    try await change(id, of: user) { $0.isDismissed = true }
  }

  /// Posts the output's text as a message of the user. Every conversation that it rests on must be
  /// that one, be it cited, read or only named: nothing is told to people who could not read it.
  package func share(_ id: AIOutputID, to conversation: ConversationID, by user: UserID)
    async throws(Refusal)
    -> MessageID
  {
    let (output, text) = try await shareable(id, in: conversation, by: user)
    if let shared = output.sharedAs { return shared }
    let message = Self.message(of: id)
    _ = try await commands.perform(
      .message(.post(sender: user, conversation: conversation, id: message, text: text, replyTo: nil)))
    try await change(id, of: user) { $0.sharedAs = message }
    return message
  }

  /// The message that an output is shared as: however many share it at once, or again because the
  /// answer was lost, post one message.
  private static func message(of output: AIOutputID) -> MessageID {
    MessageID(high: output.high, low: output.low ^ 1)
  }

  /// What `share` would post where the output belongs. Throws `invalid` for one that belongs to no
  /// conversation.
  package func sharePreview(_ id: AIOutputID, by user: UserID) async throws(Refusal) -> String {
    guard let conversation = try await output(id, of: user).conversation else {
      throw Refusal(.invalid, "This belongs to no conversation.")
    }
    return try await shareable(id, in: conversation, by: user).text
  }

  private func shareable(
    _ id: AIOutputID, in conversation: ConversationID, by user: UserID
  ) async throws(Refusal) -> (output: AIOutput, text: String) {
    let record = try await record(id, of: user)
    let output: AIOutput = try RecordBody.decode(record.body)
    guard record.conversations.allSatisfy({ $0 == conversation }) else { throw ShareText.elsewhere }
    let name = try await reader.read { store in
      try store.outline(of: conversation, for: user).members.first { $0.user == user }?.name ?? "Somebody"
    }
    return (output, try ShareText.text(of: output, in: conversation, by: name))
  }

  private func record(_ id: AIOutputID, of user: UserID) async throws(Refusal) -> PrivateRecord {
    let record = try await reader.read { try $0.record(.outputs, id: id.description, of: user) }
    guard let record, record.expiresAt.map({ clock.now < $0 }) ?? true else { throw .notFound }
    return record
  }

  private func change(
    _ id: AIOutputID, of user: UserID, _ body: (inout AIOutput) -> Void
  ) async throws(Refusal) {
    let old = try await record(id, of: user)
    var output: AIOutput = try RecordBody.decode(old.body)
    body(&output)
    let record = PrivateRecord(
      user: user, collection: .outputs, id: old.id, body: RecordBody.encode(output),
      conversations: old.conversations, sources: old.sources, createdAt: old.createdAt, expiresAt: old.expiresAt)
    _ = try await commands.perform(.intelligence(.record(.put(record))))
  }
}
