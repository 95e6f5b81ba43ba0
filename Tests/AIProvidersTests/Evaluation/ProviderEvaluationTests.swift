import AIProviders
import Foundation
import ModelEvaluation
import OnBoxAI
import OnBoxEvaluation
import Synchronization
import TestSupport
import Testing

@Suite("Test sets through a connected model")
struct ProviderEvaluationTests {
  private struct Run {
    var lines: [[String: Any]] = []
    var notices: [String] = []
  }

  /// The answers of `model` to a set of the repository's made-up items.
  private static func run(_ set: String, _ model: StubModel, concurrency: Int = 4) async throws -> Run {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    let evaluation = Evaluation(
      set: set, items: root.appendingPathComponent("Fixtures/evaluation/\(set).jsonl"),
      models: ModelFolder(root.appendingPathComponent("Models").path))
    var run = Run()
    try await evaluation.run(
      through: ProviderEvaluation(model, concurrency: concurrency), notice: { run.notices.append($0) },
      write: { run.lines.append(try #require(try JSONSerialization.jsonObject(with: $0) as? [String: Any])) })
    return run
  }

  private static func pass(_ lists: [(String, JSONValue)]) -> StubModel {
    var object = JSONObject()
    for name in ["tasks", "decisions", "meetings", "urgency", "wrong"] { object[name] = .array([]) }
    for (name, list) in lists { object[name] = list }
    return StubModel(json: .object(object))
  }

  @Test("a summary is what the model cites, without what it makes up")
  func summary() async throws {
    let point: (String, [JSONValue]) -> JSONValue = { ["text": .string($0), "citations": .array($1)] }
    let model = StubModel(json: [
      "points": [point("The demo moves to Thursday.", [3]), point("Everybody is glad.", [9])], "contributions": [],
    ])
    let run = try await Self.run("summary_sample", model)
    #expect(run.lines.map { $0["id"] as? String } == ["move", "why"])
    // The second talk has no third message.
    #expect(run.lines.map { $0["summary"] as? String } == ["The demo moves to Thursday.", ""])
    #expect(model.everythingSeen.contains("Why was the release held back?"))
    #expect(model.everythingSeen.contains("the migration fails on old data"))
  }

  @Test(
    "a label holds when the model cites the item itself, and not what came before it",
    arguments: [("action_sample", "items", "task", 1), ("decision_sample", "decisions", "decision", 2)])
  func labels(set: String, list: String, text: String, cited: Int) async throws {
    let model = StubModel(json: [
      list: [
        [
          text: "Send the figures", "owner": nil, "due": nil, "context": nil, "tags": [], "participants": [],
          "confidence": 0.75, "citations": [.integer(cited)],
        ]
      ]
    ])
    let run = try await Self.run(set, model)
    #expect(run.lines.map { $0["label"] as? Int } == [1, 0])
    #expect(run.lines.map { $0["score"] as? Double } == [0.75, 0])
  }

  @Test("a wish to meet and what presses come from the reading of new messages")
  func reading() async throws {
    let meeting: JSONValue = ["topic": "Next week", "participants": ["Alex"], "citations": [1]]
    let schedule = try await Self.run("schedule_sample", Self.pass([("meetings", [meeting])]))
    #expect(schedule.lines.map { $0["label"] as? Int } == [1, 1])
    let pressing: JSONValue = ["message": 1, "reader": "Reader", "level": "urgent", "score": 0.5, "reason": "Down"]
    let urgent = try await Self.run("urgency_sample", Self.pass([("urgency", [pressing])]))
    #expect(urgent.lines.map { $0["score"] as? Double } == [0.75, 0.75])
    let later: JSONValue = ["message": 1, "reader": "Reader", "level": "can_wait", "score": 1, "reason": ""]
    let calm = try await Self.run("urgency_sample", Self.pass([("urgency", [later])]))
    #expect(calm.lines.allSatisfy { $0["label"] as? Int == 0 && $0["score"] as? Double == 0.5 })
  }

  @Test("a chat is read as a whole; what is found in a marked line counts as found")
  func chat() async throws {
    let task: JSONValue = [
      "task": "Draw the harbour map", "owner": "Olu", "due": "by Monday", "confidence": 0.9, "citations": [2],
    ]
    let decision: JSONValue = [
      "decision": "The old colours stay.", "context": nil, "tags": [], "participants": [], "confidence": 0.8,
      "citations": [9],
    ]
    let run = try await Self.run("chat_sample", Self.pass([("tasks", [task]), ("decisions", [decision])]))
    #expect(run.lines.map { $0["text"] as? String } == ["Draw the harbour map"])
    #expect(run.lines.first?["turn"] as? Int == 1 && run.lines.first?["owner"] as? String == "Olu")
    #expect(run.notices.contains { $0.contains("action: 1 in 4") && $0.contains("found 1 of 1") })
    #expect(run.notices.contains { $0.contains("decision: 0 in 4") && $0.contains("found 0 of 1") })
  }

  @Test("times are read by the server itself, and nothing is asked")
  func times() async throws {
    let model = StubModel(failing: .invalidAnswer)
    let run = try await Self.run("time_sample", model)
    #expect(run.lines.first?["date"] as? String == "2025-03-03" && run.lines.first?["time"] as? String == "12:00")
    #expect(model.requests.isEmpty && run.notices.contains { $0.contains("No model is asked") })
  }

  @Test(
    "an answer that cannot be used, or does not come, is nothing found, and is counted",
    arguments: [ModelFailure.Kind.invalidAnswer, .timedOut])
  func unusable(kind: ModelFailure.Kind) async throws {
    let run = try await Self.run("action_sample", StubModel(failing: kind))
    #expect(run.lines.map { $0["label"] as? Int } == [0, 0])
    #expect(run.notices == ["2 of its answers could not be used."])
  }

  @Test(
    "a provider that cannot be asked ends it with a sentence",
    arguments: [
      ModelFailure.Kind.unauthorized, .unreachable, .circuitOpen,
    ])
  func unreachable(kind: ModelFailure.Kind) async throws {
    let failure = await #expect(throws: EvaluationFailure.self) {
      _ = try await Self.run("action_sample", StubModel(failing: kind))
    }
    #expect(failure?.description.contains("stub-1 at model.example cannot be asked") == true)
  }

  @Test("no more are asked at once than the settings say, and the answers keep their order")
  func order() async throws {
    let underWay = Mutex((now: 0, most: 0))
    let model = StubModel { request throws(ModelFailure) in
      underWay.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      await Task.yield()
      underWay.withLock { $0.now -= 1 }
      let json: JSONValue = ["items": []]
      return ModelAnswer(text: json.text, json: json, usage: ModelUsage(inputTokens: 7, outputTokens: 1), model: "m")
    }
    let run = try await Self.run("action_sample", model, concurrency: 1)
    #expect(run.lines.map { $0["id"] as? String } == ["yes", "no"] && underWay.withLock(\.most) == 1)
  }

  @Test("what was asked and what it cost is said")
  func bill() async throws {
    let evaluation = ProviderEvaluation(StubModel(json: ["items": []]), concurrency: 1)
    _ = try await evaluation.judge(.action, [Turn(speaker: "Ines", text: "I'll draw it.")])
    #expect(
      evaluation.bill == "stub-1 at model.example: 1 of 1 answered, 100 tokens read, 20 written, no known price.")
  }
}
