/// Something that a person asks of the server, as a value: it can wait in the outbox until there is
/// a connection, and be sent again after a lost answer.
///
/// What makes something brings its id, so that a repeat makes nothing twice.
public enum ServerRequest: Hashable, Sendable {
  case changeInsight(InsightChange, of: InsightID, in: ConversationID)
  case markInsight(InsightID, Insight.Kind, message: MessageID, in: ConversationID, text: String?)
  case writeTask(InsightID, NewTask, in: ConversationID)
  case remind(ReminderID, at: Timestamp, text: String?, message: MessageID?, in: ConversationID?)
  case postponeReminder(ReminderID, to: Timestamp)
  case finishReminder(ReminderID)
  case setOpinion(AIOutput.Feedback?, of: Opinion.Subject, MessageID, in: ConversationID)
  case correctPriority(MessageID, in: ConversationID, to: Priority)
  case savePreferences(AIPreferences)
  case changeSettings(ConversationSettingsChange, in: ConversationID)
  /// The AI of a conversation, for all its members.
  case switchIntelligence(isOn: Bool, in: ConversationID)
  /// Posts an output whose words were seen.
  case share(AIOutputID, in: ConversationID)
  case createGroup(ConversationID, name: String, members: [UserID])
  /// The server chooses the id of a direct conversation: until then it has this one.
  case openDirect(ConversationID, with: UserID)
  case summarize(ConversationID, SummaryRange, question: String?)
  case digest
  case ask(String)
  /// The id is the words': the server hears them once, however often they are sent.
  case talk(String, about: ConversationID?, as: AssistantMessageID? = nil)
}

extension ServerRequest {
  /// What it is about. Requests about the same go one after another, in the order in which they
  /// were made; others do not wait for them.
  package var subject: String {
    switch self {
    case .changeInsight(_, let insight, _), .markInsight(let insight, _, _, _, _), .writeTask(let insight, _, _):
      "insight:\(insight)"
    case .remind(let reminder, _, _, _, _), .postponeReminder(let reminder, _), .finishReminder(let reminder):
      "reminder:\(reminder)"
    case .setOpinion(_, let subject, let message, _): "opinion:\(Opinion.id(subject, of: message))"
    case .correctPriority(let message, _, _): "priority:\(message)"
    case .savePreferences: "preferences"
    // Switching the AI off erases what was not shared before.
    case .changeSettings(_, let conversation), .switchIntelligence(_, let conversation), .share(_, let conversation),
      .createGroup(let conversation, _, _), .openDirect(let conversation, _):
      "conversation:\(conversation)"
    case .summarize(let conversation, _, _): "summary:\(conversation)"
    case .digest: "digest"
    case .ask: "question"
    case .talk: "talk"
    }
  }

  /// The conversation that it is about; `nil` for what is about none or several.
  public var conversation: ConversationID? {
    switch self {
    case .changeInsight(_, _, let conversation), .markInsight(_, _, _, let conversation, _),
      .writeTask(_, _, let conversation),
      .setOpinion(_, _, _, let conversation), .correctPriority(_, let conversation, _),
      .changeSettings(_, let conversation), .switchIntelligence(_, let conversation), .share(_, let conversation),
      .createGroup(let conversation, _, _), .openDirect(let conversation, _), .summarize(let conversation, _, _):
      conversation
    case .remind(_, _, _, _, let conversation), .talk(_, let conversation, _): conversation
    case .postponeReminder, .finishReminder, .savePreferences, .digest, .ask: nil
    }
  }

  /// Whether it makes its conversation: until then nothing can be sent there.
  public var makesConversation: Bool {
    switch self {
    case .createGroup, .openDirect: true
    default: false
    }
  }

  /// Whether the AI is to answer it. All else changes something.
  public var isQuestion: Bool {
    switch self {
    case .summarize, .digest, .ask, .talk: true
    default: false
    }
  }

  /// Both in one, when this one still waits and `later` is made after it: what `later` says of the
  /// same replaces what this one says. `nil` when each has to go by itself.
  package func merged(with later: ServerRequest) -> ServerRequest? {
    guard subject == later.subject else { return nil }
    return switch (self, later) {
    case (.changeInsight(let change, let insight, let conversation), .changeInsight(let newer, _, _)):
      .changeInsight(change.merged(with: newer), of: insight, in: conversation)
    case (.changeSettings(let change, let conversation), .changeSettings(let newer, _)):
      .changeSettings(change.merged(with: newer), in: conversation)
    case (.savePreferences, .savePreferences), (.digest, .digest), (.summarize, .summarize),
      (.setOpinion, .setOpinion), (.correctPriority, .correctPriority), (.postponeReminder, .postponeReminder),
      (.postponeReminder, .finishReminder), (.finishReminder, .finishReminder),
      (.switchIntelligence, .switchIntelligence):
      later
    case (.share(let output, _), .share(let newer, _)) where output == newer: later
    default: nil
    }
  }
}

extension InsightChange {
  /// Both in one: what `later` says replaces what this says of the same.
  package func merged(with later: InsightChange) -> InsightChange {
    var both = self
    if let text = later.text { both.text = text }
    if let status = later.status { both.status = status }
    if later.owner != nil || later.removesOwner == true {
      (both.owner, both.removesOwner) = (later.owner, later.removesOwner)
    }
    if later.dueAt != nil || later.removesDue == true {
      (both.dueAt, both.removesDue) = (later.dueAt, later.removesDue)
    }
    if let tags = later.tags { both.tags = tags }
    if let context = later.context { both.context = context }
    if let participants = later.participants { both.participants = participants }
    return both
  }
}

extension ConversationSettingsChange {
  /// Both in one: what `later` says replaces what this says of the same.
  package func merged(with later: ConversationSettingsChange) -> ConversationSettingsChange {
    var both = self
    if let muted = later.muted { (both.muted, both.mutedUntil) = (muted, later.mutedUntil) }
    if let archived = later.archived { both.archived = archived }
    if let pinned = later.pinned { both.pinned = pinned }
    return both
  }

  /// The settings with the change.
  package func applied(to settings: ConversationSettings, at now: Timestamp) -> ConversationSettings {
    var copy = settings
    if let muted { (copy.muted, copy.mutedUntil) = (muted, muted ? mutedUntil : nil) }
    if let archived, archived != copy.archived {
      (copy.archived, copy.archivedAt) = (archived, archived ? now : nil)
    }
    if let pinned { copy.pinned = pinned }
    return copy
  }
}
