import Domain

/// A question to all conversations of the asker.
package struct QuestionRequest: Codable, Hashable, Sendable {
  package var question: String

  package init(question: String) {
    self.question = question
  }
}
