import AIProviders
import Domain
import ServerCore

/// What a feature is about to do for one asker: what it has read for them, and the two ways to make something of it.
package struct FeaturePlan: Sendable {
  /// The operation, such as `summarizeThread`.
  package let feature: String
  package let kind: AIOutput.Kind
  /// `nil` for what spans several.
  package let conversation: ConversationID?
  /// The conversations that were read, as the asker sees them now.
  package let outlines: [ConversationOutline]
  /// Everything that was read for the asker: only these can be cited.
  package let messages: [PlacedMessage]
  /// What else the answer depends on: the range, the question.
  package let parameters: [String]
  /// Whether an equal request may be answered from an earlier one.
  package var isCacheable = true
  /// What went otherwise than asked while it was read.
  package var notice: String?
  /// Computes; reads nothing. Runs away from the event loops.
  package let onBox: @Sendable () throws -> Draft
  /// `nil` when no model can do it better. Throws `ModelFailure`; anything else counts as an unusable answer.
  package let model: (@Sendable (any TextModel) async throws -> Draft)?

  package init(
    feature: String, kind: AIOutput.Kind, conversation: ConversationID? = nil, outlines: [ConversationOutline],
    messages: [PlacedMessage], parameters: [String], onBox: @escaping @Sendable () throws -> Draft,
    model: (@Sendable (any TextModel) async throws -> Draft)? = nil
  ) {
    self.feature = feature
    self.kind = kind
    self.conversation = conversation
    self.outlines = outlines
    self.messages = messages
    self.parameters = parameters
    self.onBox = onBox
    self.model = model
  }
}
