import Demo
import Domain
import Foundation
import Intelligence
import OnBoxAI
import ServerCore
import StoreSQLite
import TestSupport
import Testing

/// What the questions of `demo.txt` and `demo-held.txt` get from the engine that ships, with its
/// sentence model. The second chose nothing.
@Suite("The demo team's questions")
struct QuestionSetTests {
  struct Question: Sendable {
    let text: String
    /// Parts of the messages that answer it; nil for "nothing is found".
    let answers: [String?]
  }

  enum Mark: String, CaseIterable {
    /// The first point cites a message that answers, or rightly nothing is found.
    case right
    /// Another point does.
    case beside
    /// Nothing is found, though something answers.
    case nothing
    /// Something is told that does not answer.
    case wrong
  }

  static func questions(_ name: String) -> [Question] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(name)
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      let parts = line.components(separatedBy: " | ")
      guard parts.count == 2 else { return nil }
      return Question(text: parts[0], answers: parts[1].components(separatedBy: " / ").map { $0 == "-" ? nil : $0 })
    }
  }

  @Test("are answered right in three of four cases, and wrongly in one of twenty")
  func isGoodEnough() async throws {
    let script = try DemoScript()
    let store = try SQLiteStore(path: nil)
    defer { store.close() }
    store.observeCommits { _ in }
    let now = Timestamp(milliseconds: 1_800_000_000_000)
    _ = try await DemoBuilder(store: store, hasher: PlainHasher(), now: now).build(script, password: "secret")
    let clock = SettableClock(now)
    var configuration = IntelligenceConfiguration()
    configuration.pipelineRest = 0
    configuration.requestsADay = 1_000
    let services = IntelligenceServices(
      store: store, commands: DirectCommandPerformer(store: store, clock: clock),
      engine: .load(from: ModelFolder(IntelligenceFixture.modelFolder)), model: nil, embedding: nil, prices: nil,
      configuration: configuration, work: InlineWorkExecutor(), background: InlineWorkExecutor(), clock: clock,
      identifiers: RandomIdentifierSource(clock: clock))
    while await services.pipeline.runBatch() > 0 {}
    let mira = try #require(try store.accounts().first { $0.name.hasPrefix("Mira") }?.id)

    for (file, count, least, most) in [("demo.txt", 100, 75, 5), ("demo-held.txt", 40, 30, 2)] {
      let questions = Self.questions(file)
      #expect(questions.count == count)
      var marks: [Mark: [String]] = [:]
      for question in questions {
        let output = try await services.answers.ask(question.text, for: mira)
        let cited = try output.points.map { point in
          try store.messages(point.citations.map(\.message), for: mira).map(\.message.text)
        }
        marks[Self.mark(question, cited), default: []].append("\(question.text) → \(output.points.map(\.text))")
      }
      let listing = Mark.allCases.map { mark in
        "\(mark.rawValue) \(marks[mark]?.count ?? 0)\n" + (marks[mark] ?? []).map { "  \($0)\n" }.joined()
      }.joined()
      print("\(file): " + Mark.allCases.map { "\($0.rawValue) \(marks[$0]?.count ?? 0)" }.joined(separator: ", "))
      #expect(marks[.right]?.count ?? 0 >= least, "\(listing)")
      #expect(marks[.wrong]?.count ?? 0 <= most, "\(listing)")
    }
  }

  private static func mark(_ question: Question, _ cited: [[String]]) -> Mark {
    guard let first = cited.first else { return question.answers.contains(nil) ? .right : .nothing }
    func answers(_ texts: [String]) -> Bool {
      question.answers.contains { answer in answer.map { part in texts.contains { $0.contains(part) } } ?? false }
    }
    if answers(first) { return .right }
    return cited.contains(where: answers) ? .beside : .wrong
  }
}
