import Domain

/// Whether an output helped; an absent `feedback` takes it back.
package struct FeedbackRequest: Codable, Hashable, Sendable {
  package var feedback: AIOutput.Feedback?
  package var note: String?

  package init(feedback: AIOutput.Feedback? = nil, note: String? = nil) {
    self.feedback = feedback
    self.note = note
  }
}
