import Domain
import ServerCore

/// An output that somebody asks for, with what was gathered for them to make it from.
struct OutputRequest: Sendable {
  /// The operation, such as `summarizeThread`.
  let feature: String
  let kind: AIOutput.Kind
  let asker: UserID
  let preferences: AIPreferences
  /// `nil` for what spans several.
  var conversation: ConversationID?
  /// The conversations that were read, as the asker sees them now.
  let outlines: [ConversationOutline]
  /// Everything that was read for the asker: only these can be cited.
  let messages: [PlacedMessage]
  /// What else the answer depends on: the range, the question.
  var parameters: [String]
  /// Whether an equal request may be answered from an earlier one.
  var isCacheable = true
  /// What went otherwise than asked while it was read.
  var notice: String?
  /// Of the output, where it is made again under the same one when it was made for nothing.
  var id: AIOutputID?

  /// Each conversation that was read, once.
  var conversations: [ConversationID] {
    var seen = Set<ConversationID>()
    return (outlines.map(\.conversation.id) + messages.map(\.conversation)).filter { seen.insert($0).inserted }
  }
}
