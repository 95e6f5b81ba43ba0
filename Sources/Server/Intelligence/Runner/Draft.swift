import AIProviders
import Domain

/// What a feature has made, before the runner has checked a word of it.
package struct Draft: Sendable {
  /// A claim and the messages that it rests on.
  package struct Point: Sendable {
    package var text: String
    package var person: UserID?
    package var citations: [MessageID]

    package init(_ text: String, person: UserID? = nil, citations: [MessageID]) {
      self.text = text
      self.person = person
      self.citations = citations
    }
  }

  package var title: String
  /// Messages that the title has words of, besides those that are cited.
  package var titleSources: [MessageID] = []
  /// The prose, sentence by sentence.
  package var sentences: [Point]
  /// What is said when no sentence is left; it may claim nothing about any message.
  package var fallbackText = ""
  package var points: [Point]
  package var contributions: [Point]
  package var slots: [MeetingSlot] = []
  package var isFound = true
  package var confidence: Double
  package var reason: String
  /// Of the model; `none` on the box.
  package var usage = ModelUsage.none
  /// As the provider says; `nil` on the box.
  package var modelName: String?
  /// Messages whose text the model was sent.
  package var messagesSent = 0

  package init(
    title: String, sentences: [Point] = [], points: [Point] = [], contributions: [Point] = [], confidence: Double,
    reason: String
  ) {
    self.title = title
    self.sentences = sentences
    self.points = points
    self.contributions = contributions
    self.confidence = confidence
    self.reason = reason
  }

  /// What an answer by nobody looks like.
  package static func nothing(title: String, text: String = "", reason: String) -> Draft {
    var draft = Draft(title: title, confidence: 1, reason: reason)
    draft.fallbackText = text
    draft.isFound = false
    return draft
  }

  /// With what the model's answer cost.
  func made(from shown: ModelMaterial, _ answer: ModelAnswer) -> Draft {
    var draft = self
    draft.usage = answer.usage
    draft.modelName = answer.model
    draft.messagesSent = shown.turns.count
    return draft
  }
}
