import AIProviders
import Domain
import Foundation
import Intelligence
import ServerCore
import TestSupport
import Testing

@Suite("An embedding model elsewhere")
struct RemoteEmbeddingTests {
  private static let groups = [["car", "vehicle", "kfz"], ["lunch", "meal"], ["invoice", "bill"]]

  private struct Fixture {
    let it: IntelligenceFixture
    let model: StubEmbeddingModel
    let ada: UserID
    let bob: UserID
    let id: ConversationID

    init(
      prices: ModelPrices? = nil, configure: (inout IntelligenceConfiguration) -> Void = { _ in }
    ) throws {
      model = StubEmbeddingModel(groups: RemoteEmbeddingTests.groups, prices: prices)
      it = try IntelligenceFixture(embedding: model, configure: configure)
      ada = try it.storeFixture.user("Ada")
      bob = try it.storeFixture.user("Bob")
      id = try it.storeFixture.group(ada, [bob])
    }

    func search(_ text: String) async throws -> (hits: [SmartSearchHit], notice: String?) {
      try await it.services.search.find(text, for: bob, limit: 10)
    }

    func seqs(width: Int = 16) throws -> [Int64] {
      try it.store.vectors(of: id, .remote(model: "embed-1 at embeddings.example", width: width), after: 0).seqs
    }
  }

  @Test("embeds every message once, keeps model and width with it, and finds by its meaning")
  func finds() async throws {
    let room = try Fixture()
    let car = try room.it.post("The vehicle is in the yard.", by: room.ada, in: room.id)
    try room.it.post("A meal is ready.", by: room.ada, in: room.id)
    try room.it.post("Your bill came.", by: room.bob, in: room.id)
    try await room.it.index()
    #expect(try await room.search("kfz").hits.isEmpty, "nobody said that word")
    await room.it.embedElsewhere()
    await room.it.embedElsewhere()
    #expect(room.model.texts.count == 4, "the query and each message once")
    #expect(try room.seqs() == [1, 2, 3])
    #expect(try room.seqs(width: 8).isEmpty)
    let found = try await room.search("kfz")
    #expect(found.hits.map(\.citation.message) == [car.id])
    #expect(found.hits.first?.matchedBy == ["meaning"])
    #expect(found.notice == nil)
    let asked = room.model.texts.count
    _ = try await room.search("kfz")
    #expect(room.model.texts.count == asked, "the same query again is not asked for again")
  }

  @Test(
    "costs what its price says, of queries and of messages; without a price nobody knows, and it is not told as nothing"
  )
  func costs() async throws {
    let room = try Fixture(prices: ModelPrices(input: 0.02, output: 0))
    for number in 1...3 { try room.it.post("The vehicle number \(number).", by: room.bob, in: room.id) }
    try await room.it.index()
    await room.it.embedElsewhere()
    _ = try await room.search("kfz")
    let rows = try await room.it.services.ledger.entries(of: room.bob)
    // 10 tokens a text: 0.2 millionths each, which a row of one would round away.
    #expect(rows.first { $0.feature == "indexMessages" }?.cost == 1)
    #expect(rows.first { $0.feature == "searchConversations" }?.cost == 0)

    let unpriced = try Fixture()
    try unpriced.it.post("The vehicle is in the yard.", by: unpriced.bob, in: unpriced.id)
    try await unpriced.it.index()
    await unpriced.it.embedElsewhere()
    _ = try await unpriced.search("kfz")
    let unknown = try await unpriced.it.services.ledger.entries(of: unpriced.bob)
    #expect(unknown.count == 2 && unknown.allSatisfy { $0.cost == nil })
  }

  @Test("follows edits, deletions and the conversation's switch")
  func follows() async throws {
    let room = try Fixture()
    let car = try room.it.post("The vehicle is in the yard.", by: room.ada, in: room.id)
    let other = try room.it.post("The other vehicle too.", by: room.ada, in: room.id)
    await room.it.embedElsewhere()
    try room.it.edit(car, to: "A meal is ready.", in: room.id)
    #expect(try room.seqs() == [2], "what it said before is nowhere any more")
    await room.it.embedElsewhere()
    #expect(try room.seqs() == [1, 2])
    try room.it.delete(other, in: room.id)
    #expect(try room.seqs() == [1])
    try room.it.perform(.intelligence(.insight(.setIntelligence(asker: room.ada, conversation: room.id, isOn: false))))
    #expect(try room.seqs().isEmpty)
    let sent = room.model.texts.count
    await room.it.embedElsewhere()
    #expect(room.model.texts.count == sent, "nothing leaves where it is off")
  }

  @Test("is asked for all messages anew when another one is chosen")
  func changed() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("store.db").path
    let first = StubEmbeddingModel(groups: Self.groups)
    let before = try IntelligenceFixture(path: path, embedding: first)
    let ada = try before.storeFixture.user("Ada")
    let bob = try before.storeFixture.user("Bob")
    let id = try before.storeFixture.group(ada, [bob])
    for number in 1...3 { try before.post("car \(number)", by: ada, in: id) }
    await before.embedElsewhere()
    before.store.close()
    let second = StubEmbeddingModel(name: "embed-2", groups: Self.groups, width: 24)
    let after = try IntelligenceFixture(path: path, embedding: second)
    await after.embedElsewhere()
    #expect(second.texts.count == 3)
    let old = try after.store.vectors(of: id, .remote(model: "embed-1 at embeddings.example", width: 16), after: 0)
    let new = try after.store.vectors(of: id, .remote(model: "embed-2 at embeddings.example", width: 24), after: 0)
    #expect(old.seqs.isEmpty && new.seqs == [1, 2, 3] && new.bytes.count == 72)
    after.store.close()
  }

  @Test("is done without when it fails, with a notice, and tried again later")
  func down() async throws {
    let room = try Fixture()
    let car = try room.it.post("The vehicle is in the yard.", by: room.ada, in: room.id)
    try await room.it.index()
    room.model.fail(with: .unreachable)
    await room.it.embedElsewhere()
    let found = try await room.search("vehicle")
    #expect(found.hits.map(\.citation.message) == [car.id], "found on this server")
    #expect(found.notice?.contains("embeddings.example could not be reached") == true)
    let status = try await room.it.services.status(for: room.bob)
    #expect(status.embeddingModel == "embed-1 at embeddings.example")
    #expect(status.embeddingNotice?.contains("could not be reached") == true)
    let asked = try await room.it.services.answers.ask("Where is the vehicle?", for: room.bob)
    #expect(asked.receipt.notice?.contains("could not be reached") == true)
    room.model.fail(with: nil)
    let tries = room.model.texts.count
    await room.it.embedElsewhere()
    #expect(room.model.texts.count == tries, "not at once")
    room.it.clock.advance(seconds: 20)
    await room.it.embedElsewhere()
    #expect(try room.seqs() == [1])
    #expect(try await room.it.services.status(for: room.bob).embeddingNotice == nil)
  }

  @Test("sees nothing of a conversation one of whose members lets no model elsewhere read")
  func consent() async throws {
    let room = try Fixture()
    try await room.it.services.preferences.save(AIPreferences(allowsRemoteModels: false), of: room.bob)
    try room.it.post("The vehicle is in the yard.", by: room.ada, in: room.id)
    let zoe = try room.it.storeFixture.user("Zoe")
    let open = try room.it.storeFixture.group(room.ada, [zoe])
    try room.it.post("A meal is ready.", by: room.ada, in: open)
    await room.it.embedElsewhere()
    #expect(room.model.texts == ["A meal is ready."])
    _ = try await room.search("kfz")
    #expect(room.model.texts.count == 1, "nor what Bob looks for")
  }

  @Test("shows everybody in their ledger what of theirs was sent, and stops at the workspace's budget")
  func ledgers() async throws {
    let room = try Fixture { $0.workspaceTokensADay = 25 }
    for text in ["car", "vehicle"] { try room.it.post(text, by: room.ada, in: room.id) }
    try room.it.post("meal", by: room.bob, in: room.id)
    await room.it.embedElsewhere()
    let adas = try await room.it.services.ledger.entries(of: room.ada)
    #expect(adas.map(\.feature) == ["indexMessages"])
    #expect(adas.first?.messagesSent == 2 && adas.first?.place == "embeddings.example")
    #expect(adas.first?.conversations == [room.id])
    #expect(try await room.it.services.ledger.entries(of: room.bob).first?.messagesSent == 1)
    #expect(try await room.it.services.runner.requestsToday(of: room.ada) == 0, "it is no request of hers")
    try room.it.post("lunch", by: room.bob, in: room.id)
    await room.it.embedElsewhere()
    #expect(!room.model.texts.contains("lunch"), "the budget is used up")
    let status = try await room.it.services.status(for: room.bob)
    #expect(status.embeddingNotice?.contains("budget") == true)
    room.it.clock.advance(seconds: 86_400)
    await room.it.embedElsewhere()
    #expect(room.model.texts.contains("lunch"))
  }
}
