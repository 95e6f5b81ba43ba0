import AIProviders
import Domain
import Intelligence
import OnBoxAI
import ServerCore
import TestSupport

/// A group whose new messages a scripted model reads.
struct PassFixture: Sendable {
  let it: IntelligenceFixture
  let ada: UserID
  let bob: UserID
  let id: ConversationID

  init(
    _ model: any TextModel, prices: ModelPrices? = nil, configure: (inout IntelligenceConfiguration) -> Void = { _ in }
  ) throws {
    it = try IntelligenceFixture(model: model, prices: prices, configure: configure)
    ada = try it.storeFixture.user("Ada")
    bob = try it.storeFixture.user("Bob")
    id = try it.storeFixture.group(ada, [bob])
  }

  /// Posts, has this server read it, and lets a minute pass.
  @discardableResult
  func say(_ text: String, by sender: UserID) async throws -> Message {
    let message = try it.post(text, by: sender, in: id)
    try await it.index()
    it.clock.advance(seconds: 60)
    return message
  }

  /// Has the model read what waits. How many conversations it was.
  @discardableResult
  func read() async -> Int {
    var count = 0
    while await it.services.modelPass.runBatch() > 0 { count += 1 }
    return count
  }

  /// Another process over the same store.
  func second(_ model: any TextModel) -> IntelligenceServices {
    IntelligenceServices(
      store: it.store, commands: it.commands, engine: it.services.engine, model: model, work: InlineWorkExecutor(),
      background: InlineWorkExecutor(), clock: it.clock, identifiers: RandomIdentifierSource(clock: it.clock))
  }

  /// Those that stand, in whatever state.
  func insights(_ kind: Insight.Kind = .actionItem) throws -> [Insight] {
    try it.store.insights(InsightFilter(kind: kind, limit: 100), for: ada).map(\.insight)
  }

  func change(_ change: InsightChange, of insight: Insight) async throws {
    _ = try await it.services.insights.change(change, of: insight.id, in: id, asker: ada)
  }

  func seq() throws -> Int64 { try it.store.passState(of: id).seq }

  /// An answer with some of the lists, the others empty.
  static func answer(_ lists: (String, JSONValue)...) -> JSONValue { json(lists) }

  /// A model that always answers so.
  static func model(_ lists: (String, JSONValue)...) -> StubModel { StubModel(json: json(lists)) }

  private static func json(_ lists: [(String, JSONValue)]) -> JSONValue {
    var json = JSONObject()
    for name in ["tasks", "decisions", "meetings", "urgency", "wrong"] { json[name] = .array([]) }
    for (name, value) in lists { json[name] = value }
    return .object(json)
  }

  static func task(_ text: String, owner: String? = nil, due: String? = nil, citing numbers: [Int]) -> JSONValue {
    [
      "task": .string(text), "owner": owner.map { .string($0) } ?? .null, "due": due.map { .string($0) } ?? .null,
      "confidence": 0.9, "citations": .array(numbers.map { .integer($0) }),
    ]
  }

  static func made(_ json: JSONValue) -> ModelAnswer {
    ModelAnswer(text: json.text, json: json, usage: ModelUsage(inputTokens: 100, outputTokens: 20), model: "stub-1")
  }
}
