extension Feature {
  /// Of all people, while admins have not said otherwise.
  public var defaultPercentage: Int { 100 }

  /// Part of the product that it belongs to.
  public var owner: String { "AI" }

  /// A feature without which nobody has this one.
  public var required: Feature? { self == .ai ? nil : .ai }

  public var summary: String {
    switch self {
    case .ai: "The AI as a whole. Without it, none of the others."
    case .pipeline: "Finding tasks, decisions, meetings and what is urgent in what somebody writes."
    case .summaries: "Summaries and catching up."
    case .answers: "Answering questions from the conversations of who asks."
    case .search: "Finding messages by what they mean, beside their words."
    case .extraction: "Looking for tasks, decisions and meetings when somebody asks."
    case .scheduling: "Finding times to meet."
    case .priorities: "Sorting messages by what is urgent."
    case .assistant: "The assistant."
    case .model: "The connected language model. Without it, the server answers by itself."
    case .modelPass:
      "Having the connected model read what somebody writes, once its conversation is quiet, for tasks, decisions, meetings and urgency."
    case .reminders: "Reminding people before their tasks are due, and at times that they name."
    case .dailyDigest: "A digest at a time that somebody chooses, in the app or by mail."
    }
  }
}

extension Profile {
  public func has(_ feature: Feature) -> Bool { !disabledFeatures.contains(feature.rawValue) }
}
