import Domain
import ServerCore

/// What people think of single things that the AI shows them of messages. What was of no help is
/// not shown to them again, however often it is made anew.
package struct OpinionService: Sendable {
  let reader: IntelligenceReader
  let commands: any CommandPerformer
  let clock: any WallClock
  /// What answers where it is not noted what did.
  let models: ModelSource

  /// `nil` takes it back. Throws `notFound` for a message that the user cannot read there.
  package func set(
    _ feedback: AIOutput.Feedback?, of subject: Opinion.Subject, _ message: MessageID,
    in conversation: ConversationID, by user: UserID
  ) async throws(Refusal) {
    let origin = try await origin(of: subject, message, in: conversation, for: user)
    let opinion = Opinion(subject, of: message, in: conversation, feedback)
    _ = try await commands.perform(.intelligence(.opinion(.set(user: user, opinion, origin))))
  }

  /// What made it: as the insight says, or the newest digest that cites the message.
  private func origin(
    of subject: Opinion.Subject, _ message: MessageID, in conversation: ConversationID, for user: UserID
  ) async throws(Refusal) -> OpinionOrigin {
    let (model, now) = (models.now?.name ?? OnBoxEngine.version, clock.now)
    return try await reader.read { store in
      var (found, version): (String?, String?)
      switch subject {
      case .digest:
        let outputs: [AIOutput] = try store.records(.outputs, of: user, at: now, limit: 100)
          .map { try RecordBody.decode($0.body) }
        let receipt = outputs.first { output in
          output.kind == .digest && output.points.contains { $0.citations.contains { $0.message == message } }
        }?.receipt
        (found, version) = (receipt?.model, receipt?.version)
      case .priority:
        // A model has said how urgent it is, or this server has.
        let isByModel = try store.record(.verdicts, id: message.description, of: user) != nil
        found = isByModel ? nil : OnBoxEngine.version
      case .actionItem, .decision, .scheduling:
        let insights = try store.insights(InsightFilter(conversation: conversation, limit: 500), for: user)
        found = insights.first { $0.insight.subject == subject && $0.insight.citations.first == message }?.insight.model
      }
      return OpinionOrigin(model: found ?? model, version: version ?? ProductVersion.current)
    }
  }
}
