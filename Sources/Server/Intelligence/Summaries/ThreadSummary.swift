import Domain
import OnBoxAI
import ServerCore

/// A conversation's summary by the engine on this server: what was said, in the words that say most
/// of it.
struct ThreadSummary: Sendable {
  /// Messages up to which a chat is short, and beyond which it is long.
  private static let lengths = 20...120
  private static let shortWords = 30
  private static let longWords = 130
  private static let keyPoints = 5
  /// Messages without a vector that are worth the time to make one.
  private static let maximumEmbedded = 64

  let engine: OnBoxEngine
  let material: SummaryMaterial

  /// How long a summary of so many messages is.
  static func words(for count: Int) -> Int {
    if count <= lengths.lowerBound { return shortWords }
    if count >= lengths.upperBound { return longWords }
    let part = Double(count - lengths.lowerBound) / Double(lengths.count)
    return shortWords + Int(part * Double(longWords - shortWords))
  }

  static func title(_ material: SummaryMaterial, _ range: SummaryRange, _ question: String?) -> String {
    if let question { return question }
    return "\(range.words(count: material.count(range))) in \(material.title)"
  }

  static func nothing(_ material: SummaryMaterial, _ range: SummaryRange, _ question: String?) -> Draft {
    let reason =
      switch range {
      case _ where !material.messages.isEmpty: "None of the messages says anything about that."
      case .unread: "You have read everything here."
      default: "There are no messages in this range."
      }
    return .nothing(title: title(material, range, question), reason: reason)
  }

  func draft(_ range: SummaryRange, question: String?) -> Draft {
    guard !material.messages.isEmpty else { return Self.nothing(material, range, question) }
    let turns = material.turns
    let count = turns.count
    let account = engine.text.account(
      of: turns, embeddings: embeddings() ?? [], question: question, words: Self.words(for: count),
      keyPoints: Self.keyPoints)
    guard !account.summary.sentences.isEmpty else { return Self.nothing(material, range, question) }
    return Draft(
      title: Self.title(material, range, question), sentences: material.points(account.summary.sentences),
      points: material.points(account.keyPoints), contributions: material.points(account.contributions),
      confidence: engine.embedder == nil ? 0.5 : 0.6,
      reason: "Put together on this server from what says most in \(count == 1 ? "1 message" : "\(count) messages").")
  }

  /// One for each message; `nil` when too many are missing.
  private func embeddings() -> [Embedding]? {
    guard let embedder = engine.embedder else { return nil }
    var known = material.embeddings
    let missing = material.messages.map(\.message).filter { known[$0.seq] == nil }
    guard missing.count <= Self.maximumEmbedded else { return nil }
    for (message, embedding) in zip(missing, embedder.embed(missing.map(\.text))) { known[message.seq] = embedding }
    let all = material.messages.compactMap { known[$0.message.seq] }
    return all.count == material.messages.count ? all : nil
  }
}
