import Foundation
import OnBox

// Until the engine's own parts are here.

package struct MessageSignals: Sendable {
  package enum Label: Hashable, Sendable { case action, decision, scheduling, urgency }
  package var action = 0.0
  package var decision = 0.0
  package var scheduling = 0.0
  package var urgency = 0.0
  package var isAction: Bool { action > 0.5 }
  package var isDecision: Bool { decision > 0.5 }
  package var isScheduling: Bool { scheduling > 0.5 }
  package var isUrgent: Bool { urgency > 0.5 }
  package var reasons: [Label: [String]] = [:]
}

package struct MessageClassifier: Sendable {
  package static let version = "linear 1"
  package init(folder: ModelFolder, embedder: TextEmbedder?) throws(ModelUnavailable) {}
  package func signals(of text: String, embedding: Embedding?, previous: String?) -> MessageSignals {
    var signals = MessageSignals()
    let text = text.lowercased()
    if text.contains("i'll") || text.contains("can you") { signals.action = 0.9 }
    if text.contains("let's go with") || text.contains("decided") { signals.decision = 0.9 }
    if text.contains("meet") { signals.scheduling = 0.9 }
    if text.contains("urgent") { signals.urgency = 0.9 }
    return signals
  }
}

package enum OwnerGuess: Hashable, Sendable {
  case member(index: Int, reason: String)
  case named(String)
  case none
}

package struct ParsedAction: Hashable, Sendable {
  package var task: String
  package var owner: OwnerGuess
  package var due: TimeMention?
  package var sentence: String
}

package struct ActionParser: Sendable {
  package init() {}
  package func actions(
    in text: String, speaker: String, members: [String], previous: Turn?, now: Date, timeZone: TimeZone
  ) -> [ParsedAction] {
    let owner = members.firstIndex(of: speaker).map { OwnerGuess.member(index: $0, reason: "\(speaker) says so") }
    return [ParsedAction(task: text, owner: owner ?? .none, due: nil, sentence: text)]
  }
}

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

package struct SummarySentence: Hashable, Sendable {
  package var text: String
  package var sources: [Int]
  package var speaker: String?
}

package struct Summary: Hashable, Sendable {
  package var sentences: [SummarySentence]
  package var text: String { sentences.map(\.text).joined(separator: " ") }
}

package struct Summarizer: Sendable {
  package init(embedder: TextEmbedder?) {}
  package func summarize(_ turns: [Turn], embeddings: [Embedding], question: String?, words: Int) -> Summary {
    Summary(sentences: keyPoints(turns, limit: 2))
  }
  package func summarize(_ turns: [Turn], question: String?, words: Int) -> Summary {
    Summary(sentences: keyPoints(turns, limit: 2))
  }
  package func keyPoints(_ turns: [Turn], limit: Int) -> [SummarySentence] {
    turns.indices.prefix(limit).map {
      SummarySentence(text: "\(turns[$0].speaker) said: \(turns[$0].text)", sources: [$0], speaker: turns[$0].speaker)
    }
  }
  package func contributions(_ turns: [Turn]) -> [SummarySentence] { keyPoints(turns, limit: 10) }
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
