import AIProviders
import Domain
import OnBoxAI
import ServerCore

/// Action items, decisions and wishes to meet: finding them now, listing, marking and changing
/// them.
///
/// What is found is the conversation's: every member sees it. Who asks only decides when it is
/// looked for.
package struct InsightService: Sendable {
  /// Messages that one request looks at.
  private static let maximumMessages = 1_000
  private static let mostCounted = 10_000
  /// Messages that are worked on before somebody else's turn comes.
  static let workedAtOnce = 16

  let reader: IntelligenceReader
  let runner: AIRunner
  let commands: any CommandPerformer
  let worker: MessageWorker
  let extraction: ModelExtraction
  let clock: any WallClock
  let identifiers: any IdentifierSource

  /// Works on what the pipeline has not reached yet, has the chosen model read the range if there
  /// is one, and answers with all that stands in it.
  package func extract(
    _ kind: Insight.Kind, asker: UserID, conversation: ConversationID, range: SummaryRange
  ) async throws(Refusal) -> [PlacedInsight] {
    try await find(kind, asker: asker, conversation: conversation, range: range).insights
  }

  /// The same, with why no model has read the range where one is connected.
  package func find(
    _ kind: Insight.Kind, asker: UserID, conversation: ConversationID, range: SummaryRange
  ) async throws(Refusal) -> (insights: [PlacedInsight], notice: String?) {
    try await runner.admitted(asker, to: .extraction, asksModel: kind != .scheduling) { preferences throws(Refusal) in
      let now = clock.now
      let (outline, messages) = try await reader.read { store in
        let outline = try store.outline(of: conversation, for: asker)
        let bounds = RangeBounds(range, in: outline, now: now, limit: Self.maximumMessages)
        return (
          outline,
          try store.transcript(
            of: conversation, for: asker, from: bounds.from, to: bounds.to, since: bounds.since,
            limit: bounds.limit)
        )
      }
      try runner.admit(outline)
      try await work(on: messages.filter { $0.signals == nil }, of: outline)
      var notice: String?
      if kind != .scheduling {
        notice = try await extraction.run(
          kind, over: messages, of: outline, for: asker, preferences)
      }
      let range = Set(messages.map(\.message.id))
      let all = try await list(
        InsightFilter(kind: kind, conversation: conversation, limit: 500), asker: asker)
      return (all.filter { $0.insight.citations.contains(where: range.contains) }, notice)
    }
  }

  private func work(on messages: [PlacedMessage], of outline: ConversationOutline)
    async throws(Refusal)
  {
    let worker = worker
    for start in stride(from: 0, to: messages.count, by: Self.workedAtOnce) {
      let due = messages[start..<min(start + Self.workedAtOnce, messages.count)].map {
        DueMessage(
          conversation: $0.conversation, kind: outline.conversation.kind, message: $0.message,
          failures: 0)
      }
      let works = try await reader.compute { try worker.work(on: due).map { try $0.get() } }
      _ = try await commands.perform(.intelligence(.pipeline(.record(works))))
    }
  }

  /// Newest first; only those of conversations that the asker is in.
  package func list(_ filter: InsightFilter, asker: UserID) async throws(Refusal) -> [PlacedInsight] {
    try await runner.admitted(asker) { _ throws(Refusal) in
      try await reader.read { try $0.insights(filter, for: asker) }
    }
  }

  /// The asker's open action items as an iCalendar file; what only may be one is left out.
  package func calendar(asker: UserID) async throws(Refusal) -> String {
    let filter = InsightFilter(kind: .actionItem, statuses: [.open], isMaybe: false, owner: asker, limit: 500)
    let found = try await list(filter, asker: asker)
    let stamp = clock.now.date
    return try await reader.compute {
      let tasks = found.map(\.insight).map { task in
        CalendarTasks.Task(
          identifier: "\(task.id)@messageai", title: task.text, notes: task.context, due: task.dueAt?.date,
          created: task.createdAt.date, changed: task.updatedAt.date)
      }
      return CalendarTasks(tasks: tasks, stamp: stamp).text
    }
  }

  /// Marks a message by hand. The same `id` again answers with what was marked.
  package func mark(
    _ kind: Insight.Kind, message: MessageID, in conversation: ConversationID, text: String?, owner: UserID? = nil,
    dueAt: Timestamp? = nil, id: InsightID?, asker: UserID
  ) async throws(Refusal) -> Insight {
    let found = try await reader.read { try $0.messages([message], for: asker) }
    guard let placed = found.first, placed.conversation == conversation else { throw .notFound }
    let insight = Insight(
      id: id ?? identifiers.next(), kind: kind,
      text: text ?? Excerpt.of(placed.message.text, maximumLength: InsightChange.mostText), citations: [message],
      owner: owner, dueAt: dueAt, participants: [placed.message.sender], confidence: 1, reason: "Marked by a member.",
      createdBy: asker,
      createdAt: clock.now)
    return try await put(insight, in: conversation, asker: asker)
  }

  /// A task that the asker writes without a message. The same `id` again answers with what was
  /// written. Throws `invalid` when the owner is no member.
  package func write(
    _ text: String, owner: UserID?, dueAt: Timestamp?, in conversation: ConversationID, id: InsightID?, asker: UserID
  ) async throws(Refusal) -> Insight {
    let task = Insight(
      id: id ?? identifiers.next(), kind: .actionItem, text: text, citations: [], owner: owner, dueAt: dueAt,
      participants: [asker], confidence: 1, reason: "Written by a member.", createdBy: asker, createdAt: clock.now)
    return try await put(task, in: conversation, asker: asker)
  }

  private func put(
    _ insight: Insight, in conversation: ConversationID, asker: UserID
  ) async throws(Refusal) -> Insight {
    try await Self.insight(
      commands.perform(.intelligence(.insight(.put(asker: asker, conversation: conversation, insight)))))
  }

  /// Messages of the conversation that are not worked on yet, counted up to ten thousand.
  package func waiting(in conversation: ConversationID, asker: UserID) async throws(Refusal) -> Int {
    try await reader.read { try $0.dueCount(of: conversation, for: asker, limit: Self.mostCounted) }
  }

  /// Edits, assigns, completes, dismisses or opens again. Throws `invalid` for what is no change of
  /// a member's.
  package func change(
    _ change: InsightChange, of id: InsightID, in conversation: ConversationID, asker: UserID
  ) async throws(Refusal) -> Insight {
    try await Self.insight(
      commands.perform(
        .intelligence(.insight(.change(asker: asker, conversation: conversation, id: id, change)))))
  }

  private static func insight(_ result: CommitResult) throws(Refusal) -> Insight {
    guard case .insight(let insight) = result else {
      throw Refusal(.internal, "The server answered itself with something unexpected.")
    }
    return insight
  }
}
