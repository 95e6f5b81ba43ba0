import Foundation
import Testing

@testable import OnBoxAI
@testable import OnBoxEvaluation

@Suite("The model of issues")
struct IssueModelTests {
  /// What the training computed for an issue.
  private struct Expected: Decodable {
    let title: String
    let body: String
    let urgency: Double
  }

  @Test("computes the urgency of issues as the training computed it")
  func agreesWithTraining() throws {
    let model = try IssueModel(folder: RepositoryModels.folder)
    let file = RepositoryModels.root.appendingPathComponent("Fixtures/classifier-issue.json")
    let items = try JSONDecoder().decode([Expected].self, from: Data(contentsOf: file))
    #expect(items.count >= 4)
    for item in items {
      #expect(abs(model.urgency(title: item.title, body: item.body) - item.urgency) <= 0.0001, "\(item.title)")
    }
    let stuck = model.urgency(title: "Data corruption: server hangs in a deadlock", body: "Blocker for the release.")
    let typo = model.urgency(title: "Fix typo in log message", body: "Trivial, improve the debug log.")
    #expect(stuck > typo)
  }

  @Test("is not among what the engine loads")
  func apart() throws {
    let folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let classifier = RepositoryModels.root.appendingPathComponent("Models/classifier")
    try FileManager.default.copyItem(at: classifier, to: folder.appendingPathComponent("classifier"))
    let engine = TextEngine(models: ModelFolder(folder.path), readsMeaning: false)
    #expect(engine.judges)
    #expect(throws: ModelUnavailable.self) { try IssueModel(folder: ModelFolder(folder.path)) }
  }
}
