import Domain
import Foundation
import OnBoxAI
import ServerCore

/// What a summary is made from, read for one asker.
struct SummaryMaterial: Sendable {
  let asker: UserID
  let outline: ConversationOutline
  /// Oldest first.
  let messages: [PlacedMessage]
  /// Vectors that are known already, by seq.
  let embeddings: [Int64: Embedding]
  let names: Names
  let profile: Profile
  let timeZone: TimeZone

  var title: String { outline.title(for: asker, names) }

  /// How many messages the range holds for the asker: what they wrote themselves is not new to
  /// them.
  func count(_ range: SummaryRange) -> Int {
    range == .unread ? messages.count { $0.message.sender != asker } : messages.count
  }

  /// The messages as the engine reads them.
  var turns: [Turn] {
    messages.map {
      Turn(speaker: names[$0.message.sender], text: $0.message.textWithFiles, at: $0.message.createdAt.date)
    }
  }

  /// What the engine found, as claims.
  func points(_ sentences: [SummarySentence]) -> [Draft.Point] {
    sentences.map { sentence in
      Draft.Point(
        sentence.text, person: sentence.speaker.flatMap { names.user(named: $0) },
        citations: sentence.sources.filter { messages.indices.contains($0) }.map { messages[$0].message.id })
    }
  }
}

/// Reads what summaries are made from. Synchronous: call it where the store may be read.
struct SummaryReading: Sendable {
  /// The most messages that one summary reads.
  static let maximumMessages = 1_000

  let people: PeopleDirectory
  let vectors: VectorIndex
  let hasEmbeddings: Bool
  let now: Timestamp

  /// Throws `notFound` for what the asker may not see.
  func material(
    _ conversation: ConversationID, for asker: UserID, range: SummaryRange, in store: any IntelligenceStore
  ) throws -> SummaryMaterial {
    try material(try store.outline(of: conversation, for: asker), for: asker, range: range, in: store)
  }

  func material(
    _ outline: ConversationOutline, for asker: UserID, range: SummaryRange,
    limit: Int = SummaryReading.maximumMessages, in store: any IntelligenceStore
  ) throws -> SummaryMaterial {
    let id = outline.conversation.id
    let bounds = RangeBounds(range, in: outline, now: now, limit: min(Self.maximumMessages, limit))
    let messages = try store.transcript(
      of: id, for: asker, from: bounds.from, to: bounds.to, since: bounds.since, limit: bounds.limit)
    let embeddings = hasEmbeddings ? try vectors.embeddings(of: id, seqs: messages.map(\.message.seq)) : [:]
    return SummaryMaterial(
      asker: asker, outline: outline, messages: messages, embeddings: embeddings,
      names: try people.names(of: messages.map(\.message.sender), members: outline.members),
      profile: try people.profile(asker), timeZone: try people.timeZone(of: asker))
  }
}

extension SummaryRange {
  /// For cache keys.
  var parameter: String {
    switch self {
    case .unread: "unread"
    case .last(let count): "last \(count)"
    case .days(let days): "days \(days)"
    case .range(let from, let to): "range \(from) \(to)"
    }
  }

  /// What was asked for, such as `The last 7 days`.
  func words(count: Int) -> String {
    let messages = count == 1 ? "1 message" : "\(count) messages"
    return switch self {
    case .unread: count == 1 ? "1 new message" : "\(count) new messages"
    case .last: count == 1 ? "The last message" : "The last \(messages)"
    case .days(let days): days == 1 ? "The last day: \(messages)" : "The last \(days) days: \(messages)"
    case .range: messages
    }
  }
}
