import Domain
import Intelligence
import Synchronization
import TestSupport
import Testing

@Suite("Calls of the AI in numbers")
struct AICallTests {
  @Test("what is asked is counted by what came of it, and what people say of it")
  func counts() async throws {
    let heard = Heard()
    let it = try IntelligenceFixture(calls: AICalls { call in heard.calls.withLock { $0.append(call) } })
    let ada = try it.storeFixture.user("Ada")
    let id = try it.storeFixture.group(ada, [])
    try it.post("I'll send the report to Bob by Friday.", by: ada, in: id)
    let output = try await it.services.summaries.summarizeThread(id, for: ada, range: .last(5))
    _ = try await it.services.summaries.summarizeThread(id, for: ada, range: .last(5))
    for note in [nil, "thanks"] {
      try await it.services.outputs.setFeedback(.helpful, note: note, of: output.id, by: ada)
    }
    try await it.services.outputs.setFeedback(nil, note: nil, of: output.id, by: ada)
    let calls = heard.calls.withLock { $0 }
    #expect(calls.map(\.outcome) == [.answered, .cached] && calls.allSatisfy { $0.feature == "summarizeThread" })
    #expect(calls.map(\.cost) == [0, 0] && calls.allSatisfy { $0.place == AIReceipt.thisServer })
    let text = it.services.calls.prometheusText()
    let labels = "feature=\"summarizeThread\",model=\"\(output.receipt.model)\""
    for line in [
      "messageai_ai_calls_total{\(labels),outcome=\"answered\"} 1",
      "messageai_ai_calls_total{\(labels),outcome=\"cached\"} 1",
      "messageai_ai_tokens_total{\(labels),direction=\"in\"} 0", "messageai_ai_cost_dollars_total{\(labels)} 0.0",
      "messageai_ai_feedback_total{kind=\"summary\",feedback=\"helpful\"} 1",
    ] {
      #expect(text.contains(line + "\n"), "\(line)")
    }
    #expect(!text.contains("report") && !text.contains("\(ada)"))
  }

  private final class Heard: Sendable {
    let calls = Mutex<[AICall]>([])
  }
}
