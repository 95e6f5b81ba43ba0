/// What one sentence of a message says, retold: the speaker, and a predicate to follow their name.
struct Report: Sendable {
  enum Kind: Sendable {
    case question, request, suggestion, statement, ownStatement, fragment, thanks
  }

  let kind: Kind
  let speaker: String
  let turn: Int
  /// Begins with a verb in the present ("asks Bo to bring the charger").
  let predicate: [SummaryWord]
  /// The sentence as it stands in the message.
  let original: [SummaryWord]

  var isQuotation: Bool { predicate.contains(where: \.isQuotation) }
}
