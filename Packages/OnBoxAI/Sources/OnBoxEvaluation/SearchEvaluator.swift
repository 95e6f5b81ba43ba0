import Foundation
import OnBoxAI

/// Ranks the passages of a query's group.
final class SearchEvaluator: Evaluator {
  private struct Document: Decodable {
    let id: String
    let group: String
    let text: String

    enum CodingKeys: String, CodingKey {
      case id = "doc_id"
      case group
      case text
    }
  }

  private let embedder: TextEmbedder?
  private let ranker: HybridRanker
  /// Passages by group, in the order of their file; those of a group get their embeddings when it
  /// is first asked for.
  private var groups: [String: [Passage]]
  private var ready: Set<String> = []

  /// `queries` is NAME.queries.jsonl; reads NAME.corpus.jsonl beside it.
  init(queries: URL, embedder: TextEmbedder?) throws {
    self.embedder = embedder
    ranker = HybridRanker(embedder: embedder)
    let ending = ".queries.jsonl"
    guard queries.lastPathComponent.hasSuffix(ending) else {
      throw EvaluationFailure("A search set's items are in a file that ends in \(ending).")
    }
    let name = queries.lastPathComponent.dropLast(ending.count)
    var documents: [String: [Document]] = [:]
    let corpus = queries.deletingLastPathComponent().appendingPathComponent(name + ".corpus.jsonl")
    try LineReader.each(Document.self, in: corpus) { documents[$0.group, default: []].append($0) }
    groups = documents.mapValues(Self.passages)
  }

  func answer(_ item: EvaluationItem) throws -> Prediction {
    guard let query = item.query, let group = item.group else {
      throw EvaluationFailure("The item \(item.id) has no query or no group.")
    }
    let passages = prepared(group)
    let ranking = ranker.rank(query, among: passages, limit: passages.count)
    return Prediction(id: item.id, answer: .ranking(ranking.map(\.id)))
  }

  private func prepared(_ group: String) -> [Passage] {
    let passages = groups[group] ?? []
    guard let embedder, ready.insert(group).inserted else { return passages }
    let embeddings = embedder.embed(passages.map(\.text))
    let prepared = zip(passages, embeddings).map { passage, embedding in
      Passage(id: passage.id, text: passage.text, embedding: embedding, place: passage.place)
    }
    groups[group] = prepared
    return prepared
  }

  /// Passages cut from one conversation have places; documents of their own have none.
  private static func passages(_ documents: [Document]) -> [Passage] {
    let spoken = documents.count { isSpoken($0.text) }
    let isConversation = spoken * 2 > documents.count
    return documents.enumerated().map { position, document in
      Passage(
        id: document.id, text: document.text,
        place: isConversation ? Passage.Place(source: document.group, position: position) : nil)
    }
  }

  /// Begins with who speaks: "Ada Lovelace: …".
  private static func isSpoken(_ text: String) -> Bool {
    guard let colon = text.prefix(60).firstIndex(of: ":"), text[colon...].hasPrefix(": ") else { return false }
    let name = text[..<colon]
    return !name.isEmpty && name.split(separator: " ").count <= 6 && !name.contains { ".,;!?\n".contains($0) }
  }
}
