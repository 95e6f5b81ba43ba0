extension Opinion {
  public init(
    _ subject: Subject, of message: MessageID, in conversation: ConversationID, _ feedback: AIOutput.Feedback?,
    rev: Int64 = 0
  ) {
    self.init(
      id: Self.id(subject, of: message), rev: rev, subject: subject, conversation: conversation, message: message,
      feedback: feedback)
  }

  public static func id(_ subject: Subject, of message: MessageID) -> String { "\(subject.rawValue):\(message)" }
}

extension Insight {
  /// What an opinion of it is about.
  public var subject: Opinion.Subject {
    switch kind {
    case .actionItem: .actionItem
    case .decision: .decision
    case .scheduling: .scheduling
    }
  }

  /// Whether somebody who found these opinions' subjects of no help is not shown it: it was found,
  /// and no member has marked, accepted or changed it. Goes by the message, so that what is found
  /// in it once more stays away too.
  package func isHidden(by unhelpful: Set<String>) -> Bool {
    guard createdBy == nil, !isEdited, let message = citations.first else { return false }
    return unhelpful.contains(Opinion.id(subject, of: message))
  }
}
