#if DEBUG
  import Domain

  /// The AI for previews: answers at once with samples, or as a server does that is empty, slow,
  /// off or away.
  struct SampleIntelligence: IntelligenceRepository {
    enum Mood: Sendable {
      case content
      case empty
      /// Never answers.
      case slow
      case notOffered
      case offline
    }

    private let mood: Mood

    init(_ mood: Mood = .content) {
      self.mood = mood
    }

    private func answer<Value: Sendable>(_ value: Value, empty: Value) async throws -> Value {
      switch mood {
      case .content: return value
      case .empty: return empty
      case .slow:
        for await _ in AsyncStream<Never>.makeStream().stream {}
        throw CancellationError()
      case .notOffered: throw Refusal(.forbidden, "The AI of this server is switched off.")
      case .offline: throw Refusal(.overloaded, "The server cannot be reached.")
      }
    }

    private func done() async throws {
      _ = try await answer(true, empty: true)
    }

    func status() async throws -> AIStatus {
      if case .notOffered = mood { return IntelligenceSamples.statusOff }
      return try await answer(IntelligenceSamples.statusWithModel, empty: IntelligenceSamples.statusOnBox)
    }

    func preferences() async throws -> AIPreferences {
      if case .notOffered = mood { return AIPreferences() }
      return try await answer(IntelligenceSamples.preferences, empty: AIPreferences())
    }

    func save(_ preferences: AIPreferences) async throws { try await done() }
    func setIntelligence(isOn: Bool, in conversation: ConversationID) async throws { try await done() }

    func summarize(_ conversation: ConversationID, _ range: SummaryRange, question: String?) async throws -> AIOutput {
      try await answer(IntelligenceSamples.summary, empty: IntelligenceSamples.notFound)
    }

    func digest() async throws -> AIOutput {
      try await answer(IntelligenceSamples.digest, empty: IntelligenceSamples.notFound)
    }

    func outputs() async throws -> [AIOutput] {
      try await answer([IntelligenceSamples.summary, IntelligenceSamples.digest], empty: [])
    }

    func setFeedback(_ feedback: AIOutput.Feedback?, note: String?, of output: AIOutputID) async throws {
      try await done()
    }

    func dismiss(_ output: AIOutputID) async throws { try await done() }
    func share(_ output: AIOutputID, to conversation: ConversationID) async throws { try await done() }

    func observeInsights(_ filter: InsightFilter) -> AsyncStream<[PlacedInsight]> {
      AsyncStream { continuation in
        switch mood {
        case .slow: return
        case .empty, .notOffered: continuation.yield([])
        case .content, .offline:
          continuation.yield(
            IntelligenceSamples.insights.map(\.insight).filter { insight in
              (filter.kind ?? insight.kind) == insight.kind && (filter.owner ?? insight.owner) == insight.owner
                && filter.statuses?.contains(insight.status) ?? true
            }.map { PlacedInsight(conversation: IntelligenceSamples.team, insight: $0) })
        }
      }
    }

    func mark(
      _ kind: Insight.Kind, message: MessageID, in conversation: ConversationID, text: String?
    ) async throws -> Insight {
      try await answer(IntelligenceSamples.task.insight, empty: IntelligenceSamples.task.insight)
    }

    func write(_ task: NewTask, in conversation: ConversationID) async throws -> Insight {
      try await answer(IntelligenceSamples.task.insight, empty: IntelligenceSamples.task.insight)
    }

    func change(_ change: InsightChange, of insight: InsightID, in conversation: ConversationID) async throws -> Insight
    {
      try await answer(IntelligenceSamples.task.insight, empty: IntelligenceSamples.task.insight)
    }

    func actionItemsCalendar() async throws -> String {
      try await answer("BEGIN:VCALENDAR", empty: "BEGIN:VCALENDAR")
    }

    func sharePreview(_ output: AIOutputID) async throws -> String {
      try await answer("Ada waters the plants.", empty: "")
    }

    func waitingMessages(in conversation: ConversationID) async throws -> Int {
      try await answer(1_234, empty: 0)
    }

    func lookAgain(for kind: Insight.Kind, in conversation: ConversationID) async throws -> InsightReading {
      let found = IntelligenceSamples.insights.filter { $0.insight.kind == kind }
      return InsightReading(insights: try await answer(found, empty: []))
    }

    func priorities(unreadOnly: Bool) async throws -> [PriorityVerdict] {
      try await answer(IntelligenceSamples.verdicts, empty: [])
    }

    func correct(_ message: MessageID, in conversation: ConversationID, to priority: Priority) async throws {
      try await done()
    }

    func find(_ query: String, limit: Int, asks: Bool) -> AsyncThrowingStream<SmartSearchResult, any Error> {
      AsyncThrowingStream { continuation in
        Task {
          do {
            let hits = try await answer([IntelligenceSamples.hit], empty: [])
            continuation.yield(SmartSearchResult(hits: hits))
            if asks { continuation.yield(SmartSearchResult(hits: hits, answer: try await ask(query))) }
            continuation.finish()
          } catch {
            continuation.finish(throwing: error)
          }
        }
      }
    }

    func ask(_ question: String) async throws -> AIOutput {
      try await answer(IntelligenceSamples.answer, empty: IntelligenceSamples.notFound)
    }

    func suggestMeetingTimes(
      _ conversation: ConversationID, topic: String?, minutes: Int?, participants: [UserID]?
    ) async throws -> AIOutput {
      try await answer(IntelligenceSamples.meeting, empty: IntelligenceSamples.notFound)
    }

    func calendarFile(_ output: AIOutputID, slot: Int) async throws -> String {
      try await answer("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", empty: "")
    }

    func talk(
      _ text: String, about conversation: ConversationID?, as id: AssistantMessageID?
    ) -> AsyncThrowingStream<AssistantMessage, any Error> {
      AsyncThrowingStream { continuation in
        for message in IntelligenceSamples.talk where message.role == .assistant { continuation.yield(message) }
        continuation.finish()
      }
    }

    func history() async throws -> [AssistantMessage] { try await answer(IntelligenceSamples.talk, empty: []) }
    func eraseHistory() async throws { try await done() }
    func memory() async throws -> [MemoryEntry] { try await answer(IntelligenceSamples.memory, empty: []) }
    func erase(_ memory: MemoryEntryID) async throws { try await done() }

    func decide(_ proposal: ActionProposalID, isApproved: Bool) async throws -> ActionProposal {
      let first = IntelligenceSamples.proposal(.done)
      return try await answer(first, empty: first)
    }

    func ledger() async throws -> [LedgerEntry] { try await answer(IntelligenceSamples.ledger, empty: []) }
  }
#endif
