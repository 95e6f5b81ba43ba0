import Domain
import OnBoxAI
import ServerCore

/// A conversation's summary by the engine on this server: what was said, quoted, and what came of
/// it, from its records.
struct ThreadSummary: Sendable {
  /// Messages without a vector that are worth the time to make one.
  private static let maximumEmbedded = 64

  let engine: OnBoxEngine
  let material: SummaryMaterial

  /// How long a summary of so many messages is.
  static func words(for count: Int) -> Int { TextEngine.summaryWords(for: count) }

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
    let account = engine.text.account(
      of: turns, embeddings: embeddings() ?? [], question: question, words: Self.words(for: turns.count))
    let quoted = account.summary.points.filter { range != .unread || !material.isOwn($0) }
    let records = question == nil ? material.records(.decision) + material.records(.actionItem) : []
    var points = material.points(quoted.filter { !isRecorded($0, records) }) + records
    if question == nil {
      points = material.about(account.summary) + points + open(account.openQuestions, records) + unread(account.unread)
    }
    guard !points.isEmpty else { return Self.nothing(material, range, question) }
    return Draft(
      title: Self.title(material, range, question), sentences: points, points: points,
      contributions: question == nil ? material.contributions(account.contributions) : [],
      confidence: engine.embedder == nil ? 0.5 : 0.6,
      reason: "Quoted on this server from \(turns.count == 1 ? "1 message" : "\(turns.count) messages").")
  }

  /// What a record says needs no quote beside it; what its message says besides does.
  private func isRecorded(_ point: SummaryPoint, _ records: [Draft.Point]) -> Bool {
    let quoted = Set(point.sources.map { material.messages[$0].message.id })
    let own = records.filter { record in record.citations.first.map { quoted.contains($0) } ?? false }
    guard Set(own.compactMap(\.citations.first)) == quoted else { return false }
    let known = Set(own.flatMap { TextEngine.words(of: $0.text) }).union(TextEngine.stopWords)
    let fresh = Set(point.quotes.flatMap { TextEngine.words(of: $0.text) }).subtracting(known)
    return fresh.count <= Self.mostOtherWords
  }

  /// Of a quote beside its record: who is asked, a day, a verb in another form.
  private static let mostOtherWords = 4

  /// What a decision or a task settles is not open.
  private func open(_ questions: [SummaryPoint], _ records: [Draft.Point]) -> [Draft.Point] {
    let open = questions.filter { question in
      let asked = Set(question.quotes.flatMap { TextEngine.words(of: $0.text) }).subtracting(TextEngine.stopWords)
      let place = question.sources.first ?? 0
      return !records.contains { record in
        // Asked in its words, before its last message or in it: a request is no question beside its
        // task.
        let cited = material.messages.indices.filter { record.citations.contains(material.messages[$0].message.id) }
        let told = asked.intersection(TextEngine.words(of: record.text))
        return (cited.max() ?? -1) >= place && told.count > 1
      }
    }
    return material.points(open).map { Draft.Point("Not answered yet: \($0.text)", citations: $0.citations) }
  }

  /// Says plainly what was not understood.
  private func unread(_ turns: [Int]) -> [Draft.Point] {
    guard !turns.isEmpty else { return [] }
    let text =
      turns.count == 1 ? "1 message is not in English and was" : "\(turns.count) messages are not in English and were"
    return [Draft.Point("\(text) not understood.", citations: turns.map { material.messages[$0].message.id })]
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
