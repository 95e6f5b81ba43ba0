/// How soon a message wants its reader.
public enum PriorityLevel: String, CaseIterable, Codable, Sendable {
  case urgent
  case canWait = "can_wait"
  /// It wants nothing of the reader.
  case aiHandled = "ai_handled"

  /// The score that a message of this level should have.
  var wantedScore: Double {
    switch self {
    case .urgent: 0.9
    case .canWait: 0.4
    case .aiHandled: 0.08
    }
  }
}
