import Domain
import OnBoxAI
import ServerCore

/// The messages that a model's claim takes its words from.
///
/// What a model finds is shown to a whole conversation and lives as long as the messages that it
/// cites. So a claim must have to do with these, and a word that it took from another message makes
/// it cite that one too: when that is deleted, the claim falls with it.
struct WordSources: Sendable {
  /// A claim that takes words from more messages than that is no claim about any.
  private static let maximumCitations = 8

  private let texts: [String]
  private let words: [Set<String>]
  private let names: Set<String>
  private let support: ClaimSupport

  /// `names`: of the people, whom any claim may name.
  init(_ shown: [PlacedMessage], names: [String], embedder: (any SentenceEmbedder)?) {
    texts = shown.map(\.message.text)
    words = texts.map(QuestionWords.content)
    self.names = names.reduce(into: []) { $0.formUnion(QuestionWords.content($1)) }
    support = ClaimSupport(embedder: embedder)
  }

  /// Places in `shown`: the cited ones first, then those that other words of the claim come from.
  /// `nil` for a claim that has nothing to do with what it cites, or takes from too many. May
  /// compute for a while.
  func places(of claim: String, cited: [Int]) -> [Int]? {
    guard support.supports(claim, by: cited.map { texts[$0] }) else { return nil }
    var places = cited
    var missing = QuestionWords.content(claim).subtracting(names)
    for place in cited { missing.subtract(words[place]) }
    // Newest first: what was said last is most likely meant.
    for place in words.indices.reversed() where !missing.isDisjoint(with: words[place]) {
      places.append(place)
      missing.subtract(words[place])
    }
    return places.count <= max(Self.maximumCitations, cited.count) ? places : nil
  }
}
