#if DEBUG
  import Domain
  import ViewModels

  /// What previews show of the AI.
  enum IntelligenceSamples {
    static let team = PreviewSamples.team
    static let ada = PreviewSamples.ada
    static let ben = PreviewSamples.grace

    static func later(_ hours: Int64) -> Timestamp { PreviewSamples.now.adding(seconds: hours * 3_600) }
    static func id<Entity>(_ number: Int) -> Identifier<Entity> { PreviewSamples.id(number) }
    private static let now = PreviewSamples.now
    private static func ago(_ hours: Int64) -> Timestamp { later(-hours) }

    static func citation(_ number: Int, _ excerpt: String, by sender: UserID = ada) -> Citation {
      Citation(
        conversation: team, message: id(100 + number), seq: Int64(number), sender: sender, excerpt: excerpt,
        createdAt: ago(Int64(10 - number)))
    }

    // MARK: Outputs

    static let receipt = AIReceipt(
      model: "on-box 1", place: "this server", messagesRead: 42, milliseconds: 31)

    static let summary = AIOutput(
      id: id(0x501), kind: .summary, conversation: team, title: "The last 7 days", text: "The launch moves to May.",
      points: [
        CitedPoint(
          text: "The launch moves to 4 May.", citations: [citation(1, "Let us launch on 4 May"), citation(2, "Agreed")]),
        CitedPoint(
          text: "Grace writes the release notes.", person: ben, citations: [citation(3, "I'll write them", by: ben)]),
      ],
      contributions: [
        CitedPoint(text: "Proposed the date.", person: ada, citations: [citation(1, "Let us launch on 4 May")])
      ],
      confidence: 0.82, reason: "Every point is said in the messages it names.", receipt: receipt, createdAt: now,
      expiresAt: later(72))

    static let digest = AIOutput(
      id: id(0x502), kind: .digest, title: "While you were away", text: "",
      points: [
        CitedPoint(text: "Team (12): the launch has a date.", citations: [citation(1, "Let us launch on 4 May")])
      ],
      confidence: 0.7, reason: "Unread messages of 1 conversation.",
      receipt: AIReceipt(
        model: "on-box 1", place: "this server", messagesRead: 12, milliseconds: 20,
        notice: "The model did not answer in time. This was worked out on the server."),
      createdAt: now, expiresAt: later(24))

    static let answer = AIOutput(
      id: id(0x503), kind: .answer, title: "When is the launch?", text: "On 4 May.",
      points: [CitedPoint(text: "On 4 May.", citations: [citation(1, "Let us launch on 4 May")])], confidence: 0.9,
      reason: "A message says it.",
      receipt: AIReceipt(
        model: "large-1", place: "models.example.org", messagesRead: 8, messagesSent: 8, inputTokens: 900,
        outputTokens: 40, milliseconds: 1_200),
      createdAt: now, expiresAt: later(24))

    static let notFound = AIOutput(
      id: id(0x504), kind: .answer, title: "Who ordered pizza?", text: "Nothing in your messages says so.", points: [],
      isFound: false, confidence: 0, reason: "No message supports an answer.", receipt: receipt, createdAt: now,
      expiresAt: later(24))

    static let slot = MeetingSlot(
      start: later(24), end: later(25),
      seats: [
        .init(user: ada, timeZone: "Europe/London", localTime: "Tue 09:30", isInWorkingHours: true, burden: 0),
        .init(user: ben, timeZone: "Asia/Tokyo", localTime: "Tue 18:30", isInWorkingHours: false, burden: 0.4),
      ],
      reason: "Late for Grace, who had the early one last time; within the day of everybody else.")

    static let meeting = AIOutput(
      id: id(0x505), kind: .meeting, conversation: team, title: "Release talk",
      text: "Two times suit everybody.", points: [], slots: [slot], confidence: 0.8,
      reason: "Working hours and time zones of 2 people.", receipt: receipt, createdAt: now, expiresAt: later(24))

    // MARK: Insights

    static let task = PlacedInsight(
      conversation: team,
      insight: Insight(
        id: id(0x301), kind: .actionItem, text: "Write the release notes", citations: [id(103)], owner: ben,
        dueAt: later(-2), tags: ["release"], confidence: 0.9, reason: "Grace says “I'll write them”.",
        model: "on-box 1",
        createdAt: ago(7)))

    static let insights = [
      task,
      PlacedInsight(
        conversation: team,
        insight: Insight(
          id: id(0x302), kind: .actionItem, status: .done, text: "Book the room", citations: [id(104)], confidence: 1,
          reason: "Marked.", createdBy: ada, createdAt: ago(9))),
      PlacedInsight(
        conversation: team,
        insight: Insight(
          id: id(0x303), kind: .decision, text: "Launch on 4 May", citations: [id(101), id(102)],
          participants: [ada, ben], context: "The tests need another week.", confidence: 0.8,
          reason: "Two people agree.", model: "on-box 1", createdAt: ago(30))),
      PlacedInsight(
        conversation: team,
        insight: Insight(
          id: id(0x304), kind: .scheduling, text: "Talk about the release", citations: [id(104)],
          participants: [ada, PreviewSamples.me], confidence: 0.7, reason: "Ada asks for a time.", model: "on-box 1",
          createdAt: ago(3))
      ),
      PlacedInsight(
        conversation: team,
        insight: Insight(
          id: id(0x305), kind: .actionItem, status: .done, text: "Change the job", citations: [id(104), id(105)],
          owner: ben, confidence: 0.8, reason: "Grace said “I'll”.", model: "on-box 1", createdAt: ago(8),
          report: TaskReport(message: id(105), sender: ben, text: "Job is changed."))),
      PlacedInsight(
        conversation: team,
        insight: Insight(
          id: id(0x306), kind: .actionItem, text: "Look at the numbers", citations: [id(106)], confidence: 0.4,
          reason: "Sounds like a task.", model: "on-box 1", createdAt: ago(6))),
      PlacedInsight(
        conversation: team,
        insight: Insight(
          id: id(0x307), kind: .actionItem, text: "Invite the harbour", citations: [id(107)], owner: PreviewSamples.me,
          confidence: 0.9, reason: "Ada asks you.", model: "on-box 1", createdAt: ago(5))),
    ]

    static let verdicts = [
      PriorityVerdict(
        message: id(106), conversation: team, seq: 6, sender: ada, excerpt: "Can you look at the outage now?",
        createdAt: ago(1), priority: .urgent, score: 0.95, reason: "Asks you directly; “outage” is one of your words.",
        isUnread: true),
      PriorityVerdict(
        message: id(107), conversation: team, seq: 7, sender: ben, excerpt: "Lunch on Friday?", createdAt: ago(2),
        priority: .canWait, score: 0.3, reason: "A question without a date that is near.", isUnread: true),
    ]

    static let hit = SmartSearchHit(
      citation: citation(1, "Let us launch on 4 May"), snippet: "Let us \u{2}launch\u{3} on 4 May", score: 0.9,
      matchedBy: ["words", "meaning"])
  }
#endif
