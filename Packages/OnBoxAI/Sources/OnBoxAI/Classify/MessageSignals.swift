/// What a message seems to be, by the trained classifiers.
public struct MessageSignals: Hashable, Sendable {
  /// What the classifiers tell apart.
  public enum Label: String, CaseIterable, Codable, Sendable {
    /// It asks for, promises or proposes something to be done.
    case action
    /// It states what was decided.
    case decision
    /// It asks to arrange a time.
    case scheduling
    /// It should be read soon.
    case urgency
  }

  /// Calibrated probabilities, 0...1.
  public let action: Double
  public let decision: Double
  public let scheduling: Double
  public let urgency: Double

  /// By the thresholds that were trained with the models.
  public let isAction: Bool
  public let isDecision: Bool
  public let isScheduling: Bool
  public let isUrgent: Bool

  /// The words or phrases that spoke the most for each label that holds, the strongest first, at
  /// most three, as they stand in the text. A label that does not hold has none.
  public let reasons: [Label: [String]]

  /// A message that says nothing.
  public static let none = MessageSignals(
    action: 0, decision: 0, scheduling: 0, urgency: 0, isAction: false, isDecision: false, isScheduling: false,
    isUrgent: false, reasons: [:])
}
