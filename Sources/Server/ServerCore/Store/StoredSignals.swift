/// What a message is likely to be: probabilities 0...1 of the classifier.
package struct StoredSignals: Hashable, Sendable, Codable {
  package var action: Double
  package var decision: Double
  package var scheduling: Double
  package var urgency: Double
  package var isQuestion: Bool
  /// The words that spoke for urgency, for the reason.
  package var urgentWords: [String]
  /// What classified it, with its version.
  package var model: String

  package init(
    action: Double, decision: Double, scheduling: Double, urgency: Double, isQuestion: Bool, urgentWords: [String],
    model: String
  ) {
    self.action = action
    self.decision = decision
    self.scheduling = scheduling
    self.urgency = urgency
    self.isQuestion = isQuestion
    self.urgentWords = urgentWords
    self.model = model
  }
}
