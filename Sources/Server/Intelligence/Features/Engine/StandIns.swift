import Foundation
import OnBox

// Until the engine's own parts are here.

package struct ParsedDecision: Hashable, Sendable {
  package var summary: String
  package var context: String?
  package var tags: [String]
  package var supporting: [Int]
}

package struct DecisionParser: Sendable {
  package init() {}
  package func decisions(in text: String, previous: [Turn]) -> [ParsedDecision] {
    [ParsedDecision(summary: text, context: nil, tags: [], supporting: [])]
  }
}

package struct MeetingRequest: Hashable, Sendable {
  package var topic: String?
  package var minutes: Int?
}

package struct MeetingParser: Sendable {
  package init() {}
  package func request(in turns: [Turn], now: Date, timeZone: (String) -> TimeZone) -> MeetingRequest? {
    turns.contains { $0.text.contains("meet") } ? MeetingRequest(topic: nil, minutes: nil) : nil
  }
}

package struct Passage: Sendable {
  package var id: String
  package var text: String
  package var context: String?
  package var embedding: Embedding?
  package init(id: String, text: String, context: String? = nil, embedding: Embedding? = nil) {
    self.id = id
    self.text = text
    self.context = context
    self.embedding = embedding
  }
}

package struct RankedPassage: Sendable {
  package var id: String
  package var score: Double
  package var keyword: Double
  package var vector: Double
}

package struct HybridRanker: Sendable {
  package init(embedder: TextEmbedder?) {}
  package func rank(_ query: String, among passages: [Passage], limit: Int) -> [RankedPassage] {
    let words = Set(query.lowercased().split(separator: " "))
    let ranked = passages.map { passage in
      let found = words.intersection(passage.text.lowercased().split { !$0.isLetter && !$0.isNumber }).count
      return RankedPassage(id: passage.id, score: Double(found), keyword: Double(found), vector: 0)
    }
    return Array(ranked.sorted { $0.score > $1.score }.prefix(limit))
  }
}
