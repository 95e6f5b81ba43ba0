import OnBoxAI

/// What of a text a model is asked about.
public enum EvaluatedLabel: Sendable {
  case action, decision, scheduling, urgency
}

/// A task or a decision that a model found in a chat.
public struct EvaluatedFinding: Hashable, Sendable {
  public let isDecision: Bool
  /// The index of the message that it was found in.
  public let turn: Int
  public let text: String
  public let owner: String?
  /// 0...1.
  public let confidence: Double

  public init(isDecision: Bool, turn: Int, text: String, owner: String?, confidence: Double) {
    self.isDecision = isDecision
    self.turn = turn
    self.text = text
    self.owner = owner
    self.confidence = confidence
  }
}

/// A language model that answers test items in the place of the engine.
///
/// Each question throws an `EvaluationFailure` when there is no sense in going on, and answers
/// `nil` when it did not answer this item in a form that can be used.
public protocol EvaluatedModel: Sendable {
  /// Items to be asked about at once.
  var concurrency: Int { get }

  /// What `turns` say, or what they say about `question`, in about `words` words.
  func summary(of turns: [Turn], question: String?, words: Int) async throws -> String?

  /// Whether the label holds of the last of `turns`, and how surely, 0...1.
  func judge(_ label: EvaluatedLabel, _ turns: [Turn]) async throws -> (holds: Bool, score: Double)?

  /// What it found in `turns` from the index `first` on; those before are there to understand
  /// them.
  func findings(in turns: [Turn], from first: Int) async throws -> [EvaluatedFinding]?
}
