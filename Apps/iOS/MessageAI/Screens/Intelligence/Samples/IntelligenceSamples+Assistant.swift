#if DEBUG
  import Domain
  import ViewModels

  extension IntelligenceSamples {
    static func proposal(_ state: ActionProposal.State) -> ActionProposal {
      ActionProposal(
        id: id(0x401), function: "sendMessage", arguments: "{}", summary: "Send “On 4 May.” to Team.", state: state,
        result: state == .done ? "Sent." : nil)
    }

    static let proposals = [
      proposal(.waiting),
      ActionProposal(
        id: id(0x402), function: "completeActionItem", arguments: "{}", summary: "Complete “Book the room” in Team.",
        state: .done, result: "Done."),
      ActionProposal(
        id: id(0x403), function: "assignActionItem", arguments: "{}",
        summary: "Assign “Write the release notes” to Grace.",
        state: .rejected),
    ]

    static let talk = [
      AssistantMessage(
        id: id(0x601), role: .user, text: "When is the launch? Tell the team.", createdAt: later(-1)),
      AssistantMessage(
        id: id(0x602), role: .assistant, text: "On 4 May. Shall I tell the team?",
        citations: [citation(1, "Let us launch on 4 May")], proposals: proposals, receipt: receipt, createdAt: later(-1)
      ),
    ]

    static let memory = [
      MemoryEntry(id: id(0x701), text: "Prefers mornings for meetings.", createdAt: later(-50)),
      MemoryEntry(id: id(0x702), text: "Works on the release.", createdAt: later(-20)),
    ]

    static let statusOnBox = AIStatus(
      isOn: true, hasEmbeddings: true, model: nil, place: "this server", requestsToday: 3, requestsADay: 100,
      waitingMessages: 0)

    static let statusWithModel = AIStatus(
      isOn: true, hasEmbeddings: true, model: "large-1", place: "models.example.org", requestsToday: 12,
      requestsADay: 100, waitingMessages: 4)

    static let statusOff = AIStatus(
      isOn: false, hasEmbeddings: false, model: nil, place: "this server", requestsToday: 0, requestsADay: 0,
      waitingMessages: 0)

    static let preferences = AIPreferences(
      urgentContacts: [ada], urgentKeywords: ["outage"],
      focusHours: [AIPreferences.Hours(days: [1, 3], start: 540, end: 660)], tone: .brief, language: "en")

    static let ledger = [
      LedgerEntry(
        at: later(-1), feature: "answerQuestion", model: "large-1", place: "models.example.org", conversations: [team],
        messagesSent: 8, inputTokens: 900, outputTokens: 40, cost: 1_200, isCached: false),
      LedgerEntry(
        at: later(-2), feature: "summarizeThread", model: "on-box 1", place: "this server", conversations: [team],
        messagesSent: 0, inputTokens: 0, outputTokens: 0, cost: 0, isCached: true),
    ]
  }

  // MARK: - Models

  @MainActor
  extension IntelligenceSamples {
    static func context(_ session: Session) -> IntelligenceContext {
      IntelligenceContext(session, Router())
    }

    /// A model that shows `output`, or nothing yet.
    static func output(_ output: AIOutput?) -> OutputViewModel {
      let model = OutputViewModel(intelligence: SampleIntelligence())
      if let output { model.show(output) }
      return model
    }

    static func insights(
      _ kind: Insight.Kind, in conversation: ConversationID? = nil, _ mood: SampleIntelligence.Mood = .content
    ) -> InsightsViewModel {
      InsightsViewModel(kind: kind, me: ada, conversation: conversation, intelligence: SampleIntelligence(mood))
    }
  }
#endif
