import Domain
import Testing
import ViewModels

@Suite("What a row says of a task", .timeLimit(.minutes(5)))
@MainActor
struct InsightTextsTests {
  private func task(_ change: (inout Insight) -> Void) -> Insight {
    var task = Insight(
      id: InsightID(high: 3, low: 1), kind: .actionItem, text: "Change the job",
      citations: [MessageID(high: 9, low: 1)],
      confidence: 0.42, reason: "said so", model: "on-box 1", createdAt: Timestamp(milliseconds: 0))
    change(&task)
    return task
  }

  @Test("it says who reported it done in which words, and how sure the server was or that a member accepted it")
  func reports() async throws {
    let fixture = try DeviceFixture(kind: .group)
    let directory = DirectoryModel(me: fixture.me, conversations: fixture, messages: fixture)
    await directory.learnAll()
    let texts = InsightTexts(directory: directory, texts: fixture.texts)
    let report = TaskReport(message: MessageID(high: 9, low: 2), sender: fixture.ada, text: "Job is changed.")
    #expect(texts.report(task { $0.report = report }) == "Done: Ada said “Job is changed.”")
    #expect(texts.report(task { _ in }) == nil)
    #expect(texts.origin(task { _ in }) == "Found by on-box 1, 42 % sure.")
    let accepted = task { ($0.isEdited, $0.confidence) = (true, 1) }
    #expect(texts.origin(accepted) == "Found by on-box 1, accepted by a member.")
  }
}
