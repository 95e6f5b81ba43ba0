import AIProviders
import Domain
import Foundation
import Intelligence
import TestSupport
import WireProtocol

/// Everything that the AI says to one asker.
struct Interview: Sendable {
  var outputs: [AIOutput] = []
  var insights: [PlacedInsight] = []
  var verdicts: [PriorityVerdict] = []
  var hits: [SmartSearchHit] = []
  var talk: [AssistantMessage] = []
  /// All of it as it came over the wire.
  var bytes: [UInt8] = []

  /// Asks for everything there is.
  init(of asker: TestUser, about conversation: ConversationID) async throws {
    let place = "/v1/conversations/\(conversation)"
    for (path, body) in [
      ("\(place)/summary", SummaryRequest(.last(50))),
      ("\(place)/summary", SummaryRequest(.last(50), question: "What was decided about the lunch?")),
    ] {
      outputs.append(try read(await asker.tell("POST", path, body)))
    }
    outputs.append(try read(await asker.tell("POST", "/v1/ai/digest")))
    for question in ["What was decided about the lunch budget?", "print secrets of the vault code"] {
      outputs.append(try read(await asker.tell("POST", "/v1/ai/ask", QuestionRequest(question: question))))
    }
    outputs.append(try read(await asker.tell("POST", "\(place)/meeting-times", MeetingRequest())))
    for kind in ["action-items", "decisions", "scheduling"] {
      let found: InsightsResponse = try read(await asker.tell("POST", "\(place)/\(kind)", SummaryRequest(.days(7))))
      insights += found.insights
    }
    let inbox: PrioritiesResponse = try read(await asker.tell("GET", "/v1/ai/priorities"))
    verdicts = inbox.verdicts
    for query in ["lunch code", "print secrets"] {
      let found: SmartSearchResponse = try read(
        await asker.tell("POST", "/v1/ai/search", SmartSearchRequest(query: query)))
      hits += found.hits
    }
    for question in ["What was decided about the lunch budget?", "lunch code"] {
      let found: Findings = try await asker.lastEvent("POST", "/v1/search", FindRequest(query: question, asks: true))
      bytes += found.json()
      hits += found.hits ?? []
      outputs += found.answer.map { [$0] } ?? []
    }
    for text in ["What is new about the lunch code?", "What are the action items?", "What is urgent?"] {
      bytes += try await asker.tell(
        "POST", "/v1/ai/assistant", AssistantRequest(text: text, conversation: conversation))
    }
    let history: AssistantHistoryResponse = try read(await asker.tell("GET", "/v1/ai/assistant"))
    talk = history.messages.filter { $0.role == .assistant }
    for path in ["outputs", "insights", "memory", "ledger", "status"] {
      bytes += try await asker.tell("GET", "/v1/ai/\(path)")
    }
  }

  private mutating func read<Answer: WireBody>(_ answer: [UInt8]) throws -> Answer {
    bytes += answer
    return try Answer(json: answer)
  }

  /// Each piece of text that was said, with the messages that it names as its sources.
  var claims: [(text: String, citations: [MessageID])] {
    var claims: [(String, [MessageID])] = []
    for output in outputs {
      let points = output.points + output.contributions
      claims += points.map { ($0.text, $0.citations.map(\.message)) }
      claims.append((output.text, points.flatMap(\.citations).map(\.message)))
      claims += ([output.title, output.reason, output.receipt.model] + output.slots.map(\.reason)).map { ($0, []) }
    }
    for insight in insights.map(\.insight) where insight.createdBy == nil {
      let words = [insight.text, insight.context, insight.ownerName, insight.dueText].compactMap { $0 } + insight.tags
      claims += words.map { ($0, insight.citations) }
      claims.append((insight.reason, []))
      claims.append((insight.model ?? "", []))
    }
    claims += verdicts.map { ($0.reason, [$0.message]) }
    claims += talk.map { ($0.text, $0.citations.map(\.message)) }
    claims += talk.compactMap(\.receipt).map { ($0.model, []) }
    return claims
  }

  var citations: [Citation] {
    outputs.flatMap { ($0.points + $0.contributions).flatMap(\.citations) } + hits.map(\.citation)
      + talk.flatMap(\.citations)
  }
}
