import Domain

/// Requests that wait, in words.
public enum RequestTexts {
  /// What it will do, or what it asks.
  public static func text(of request: ServerRequest) -> Phrase {
    switch request {
    case .changeInsight(let change, _, _): text(of: change)
    case .markInsight(_, .decision, _, _, _): "Mark a decision"
    case .markInsight: "Mark an action item"
    case .writeTask(_, let task, _): "New task: \(task.text)"
    case .remind(_, _, let text?, _, _): "Remind me: \(text)"
    case .remind: "Remind me of a message"
    case .postponeReminder: "Remind me later"
    case .finishReminder: "A reminder is done"
    case .setOpinion: "What you think of a finding"
    case .correctPriority: "How urgent a message is"
    case .savePreferences: "Your preferences for the AI"
    case .changeSettings: "Settings of a conversation"
    case .switchIntelligence(true, _): "Switch the AI on in a conversation"
    case .switchIntelligence(false, _): "Switch the AI off in a conversation"
    case .share: "Share an answer in the chat"
    case .createGroup(_, let name, _): "New group: \(name)"
    case .openDirect: "New conversation"
    case .summarize(_, _, let question?): "Summary: \(question)"
    case .summarize: "Summary of a conversation"
    case .digest: "What you missed"
    case .ask(let question): "Question: \(question)"
    case .talk(let text, _, _): "To the assistant: \(text)"
    }
  }

  private static func text(of change: InsightChange) -> Phrase {
    switch change.status {
    case .done: return "Tick something off"
    case .dismissed: return "Put a finding away"
    case .open: return "Open something again"
    case .withdrawn, nil: break
    }
    if change.owner != nil || change.removesOwner == true { return "Assign an action item" }
    if change.dueAt != nil || change.removesDue == true { return "When something is due" }
    return "Change a finding"
  }
}
