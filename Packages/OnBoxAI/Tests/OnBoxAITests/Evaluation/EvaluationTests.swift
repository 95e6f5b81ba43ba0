import Foundation
import Testing

@testable import OnBoxAI
@testable import OnBoxEvaluation

@Suite("Answers to test sets")
final class EvaluationTests {
  private let folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(UUID().uuidString)
  private let models = RepositoryModels.folder

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The answers to `lines`, as JSON objects.
  private func answers(_ set: String, _ lines: [String], models: ModelFolder? = nil) throws -> [[String: Any]] {
    let name = set.hasPrefix("search") ? "\(set).queries.jsonl" : "\(set).jsonl"
    let items = folder.appendingPathComponent(name)
    try Data(lines.joined(separator: "\n").utf8).write(to: items)
    var output = Data()
    try Evaluation(set: set, items: items, models: models ?? self.models).run(
      notice: { _ in }, write: { output.append($0) })
    #expect(output.isEmpty || output.last == 0x0A)
    return try output.split(separator: 0x0A).map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    }
  }

  private func write(_ passages: [(id: String, group: String, text: String)], as name: String) throws {
    let lines = try passages.map {
      try JSONSerialization.data(withJSONObject: ["doc_id": $0.id, "group": $0.group, "text": $0.text]) + [0x0A]
    }
    try lines.reduce(Data(), +).write(to: folder.appendingPathComponent(name))
  }

  @Test(
    "yes or no with a probability",
    arguments: [
      ("action_own", "Bo, can you please send the slides to the client today?", "Nice weather here."),
      ("decision_own", "We decided to go with the second design.", "Nice weather here."),
      ("schedule_own", "Can we find a time to meet on Thursday?", "I like the new logo."),
      ("urgency_own", "URGENT: production is down, all customers are blocked!", "Rename a variable in a test"),
    ])
  func labels(set: String, yes: String, no: String) throws {
    let lines = [#"{"id":"yes","text":"\#(yes)"}"#, "", #"{"id":"no","text":"\#(no)","context":["a: hm"],"body":""}"#]
    let answers = try answers(set, lines)
    #expect(answers.map { $0["id"] as? String } == ["yes", "no"])
    #expect(answers.map { Set($0.keys) } == [["id", "label", "score"], ["id", "label", "score"]])
    let scores = answers.compactMap { $0["score"] as? Double }
    #expect(scores.count == 2)
    #expect(scores[0] > scores[1])
    #expect(answers.allSatisfy { [0, 1].contains($0["label"] as? Int) })
  }

  @Test("day and time, and null where nothing is said")
  func times() throws {
    let answers = try answers(
      "time_own",
      [
        #"{"id":"a","text":"Let's meet tomorrow at half past three pm","now":"2025-02-28"}"#,
        #"{"id":"b","text":"I have 3 cats","now":"2025-02-28"}"#,
      ])
    #expect(answers[0]["date"] as? String == "2025-03-01")
    #expect(answers[0]["time"] as? String == "15:30")
    #expect(answers[1]["date"] is NSNull)
    #expect(answers[1]["time"] is NSNull)
  }

  @Test("a summary of a chat and an answer from one")
  func summaries() throws {
    let ada = #"{"speaker":"Ada","text":"The printer is broken again."}"#
    let turns = #"[\#(ada),{"speaker":"Bo","text":"I will call the repair service tomorrow."}]"#
    let answers = try answers(
      "summary_own",
      [
        #"{"id":"a","turns":\#(turns)}"#, #"{"id":"b","turns":\#(turns),"query":"Who calls the repair service?"}"#,
      ])
    let summaries = answers.compactMap { $0["summary"] as? String }
    #expect(summaries.count == 2)
    #expect(summaries.allSatisfy { !$0.isEmpty })
  }

  @Test("passages of the query's group only, all of them, the fitting one first")
  func search() throws {
    try write(
      [
        ("1", "x", "Ada: The coffee machine leaks."), ("2", "x", "Bo: Our quarterly report is late."),
        ("3", "x", "Ada: Who feeds the cat?"), ("4", "y", "Cy: The coffee machine is new."),
      ], as: "search_own.corpus.jsonl")
    let answers = try answers("search_own", [#"{"id":"q","group":"x","query":"coffee machine"}"#])
    let ranking = try #require(answers[0]["ranking"] as? [String])
    #expect(ranking.first == "1")
    #expect(Set(ranking) == ["1", "2", "3"])
  }

  @Test("search goes on by words alone when the sentence model is missing")
  func withoutModel() throws {
    try write([("1", "x", "Lunch is served."), ("2", "x", "The report is late.")], as: "search_own.corpus.jsonl")
    let answers = try answers(
      "search_own", [#"{"id":"q","group":"x","query":"reports"}"#], models: ModelFolder("/nowhere"))
    #expect(answers[0]["ranking"] as? [String] == ["2", "1"])
  }

  @Test("what cannot be answered is said with its place")
  func refusals() throws {
    #expect(throws: EvaluationFailure.self) { try answers("poetry_own", [#"{"id":"a","text":"b"}"#]) }
    let error = try #require(throws: EvaluationFailure.self) { try answers("time_own", ["", "no JSON"]) }
    #expect(error.description.contains("item 1"))
    #expect(throws: EvaluationFailure.self) { try answers("search_own", [#"{"id":"q","group":"x","query":"y"}"#]) }
  }
}
