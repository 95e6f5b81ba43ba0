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
  /// Open action items, and decisions, that rest on one of the messages; oldest first.
  let insights: [Insight]
  let names: Names
  let profile: Profile
  let timeZone: TimeZone

  var title: String { outline.title(for: asker, names) }

  /// For cache keys: what the records say may change while the messages stay.
  var parameters: [String] { ["quotes"] + insights.map { "\($0.id) \($0.rev)" } }

  /// How many messages the range holds for the asker: what they wrote themselves is not new to
  /// them.
  func count(_ range: SummaryRange) -> Int {
    range == .unread ? messages.count { $0.message.sender != asker } : messages.count
  }

  /// The same without these messages.
  func without(_ isHidden: (MessageID) -> Bool) -> SummaryMaterial {
    SummaryMaterial(
      asker: asker, outline: outline, messages: messages.filter { !isHidden($0.message.id) }, embeddings: embeddings,
      insights: insights, names: names, profile: profile, timeZone: timeZone)
  }

  /// The messages as the engine reads them.
  var turns: [Turn] {
    messages.map {
      Turn(speaker: names[$0.message.sender], text: $0.message.textWithFiles, at: $0.message.createdAt.date)
    }
  }

  /// What the engine quotes, as claims: what the asker said is theirs ("You: …"), and where the
  /// messages are of several days, the first point of each day begins with it.
  ///
  /// Behind the title of the conversation, one person's words have no name when it is that title.
  func points(_ points: [SummaryPoint], isBehindTitle: Bool = false) -> [Draft.Point] {
    let isNamedByTitle = isBehindTitle && points.flatMap(\.quotes).allSatisfy { speaker($0) == title }
    let words = MomentWords(timeZone: timeZone)
    let days = Set(messages.map { words.day($0.message.createdAt) })
    var day = ""
    return points.compactMap { point in
      let cited = point.sources.filter { messages.indices.contains($0) }.map { messages[$0].message }
      guard let first = cited.first else { return nil }
      var text = point.quotes.map { (isNamedByTitle ? "" : "\(speaker($0)): ") + "“\($0.text)”" }.joined(separator: " ")
      if days.count > 1, words.day(first.createdAt) != day {
        day = words.day(first.createdAt)
        text = "\(words.dayOfWeek(first.createdAt)) – \(text)"
      }
      return Draft.Point(text, citations: cited.map(\.id))
    }
  }

  /// What a long talk is about; cites the first two who speak of each topic.
  func about(_ summary: Summary) -> [Draft.Point] {
    let cited = Set(summary.topics.flatMap(\.turns)).sorted().filter { messages.indices.contains($0) }
    guard let about = summary.about, !cited.isEmpty else { return [] }
    return [Draft.Point(about, citations: cited.map { messages[$0].message.id })]
  }

  /// Who said what: the person stands beside their words.
  func contributions(_ points: [SummaryPoint]) -> [Draft.Point] {
    points.compactMap { point in
      guard let quote = point.quotes.first, let person = names.user(named: quote.speaker) else { return nil }
      return Draft.Point("“\(quote.text)”", person: person, citations: point.sources.map { messages[$0].message.id })
    }
  }

  /// Action items and decisions in lines of their own: "Decided: …", "To do (you): …".
  func records(_ kind: Insight.Kind) -> [Draft.Point] {
    insights.filter { $0.kind == kind }.suffix(Self.mostRecords).map { insight in
      var text = insight.text
      while let last = text.last, ".,; ".contains(last) { text.removeLast() }
      if kind == .decision { return Draft.Point("Decided: \(text).", citations: insight.citations) }
      let owner = insight.owner.map { $0 == asker ? "you" : names[$0] } ?? insight.ownerName
      let due = insight.dueAt.map { ", due \(MomentWords(timeZone: timeZone).due($0, said: insight.dueText))" } ?? ""
      return Draft.Point("To do\(owner.map { " (\($0))" } ?? ""): \(text)\(due).", citations: insight.citations)
    }
  }

  private static let mostRecords = 6

  /// Whether all of it is what the asker wrote: that is no news to them.
  func isOwn(_ point: SummaryPoint) -> Bool {
    point.sources.allSatisfy { messages.indices.contains($0) && messages[$0].message.sender == asker }
  }

  private func speaker(_ quote: SummaryPoint.Quote) -> String {
    quote.turns.first.map { messages[$0].message.sender == asker } ?? false ? "You" : quote.speaker
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
    let read = Set(messages.map(\.message.id))
    let filter = InsightFilter(statuses: [.open, .done], isMaybe: false, conversation: id, limit: 500)
    let records = try store.insights(filter, for: asker)
    let insights = records.map(\.insight).filter { insight in
      let isWanted = insight.kind == .decision || insight.kind == .actionItem && insight.status == .open
      return isWanted && insight.citations.contains { read.contains($0) }
    }
    return SummaryMaterial(
      asker: asker, outline: outline, messages: messages, embeddings: embeddings, insights: insights.reversed(),
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
