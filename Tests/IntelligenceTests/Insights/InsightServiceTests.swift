import AIProviders
import Domain
import Intelligence
import ServerCore
import TestSupport
import Testing

@Suite("Action items and decisions")
struct InsightServiceTests {
  private struct Fixture {
    let it: IntelligenceFixture
    let ada: UserID
    let bob: UserID
    let id: ConversationID
    let promise: Message
    let decision: Message

    init(_ model: (any TextModel)? = nil, configure: (inout IntelligenceConfiguration) -> Void = { _ in }) throws {
      it = try IntelligenceFixture(model: model, configure: configure)
      ada = try it.storeFixture.user("Ada")
      bob = try it.storeFixture.user("Bob")
      id = try it.storeFixture.group(ada, [bob])
      promise = try it.post("I'll send the report to Bob by Friday.", by: ada, in: id)
      decision = try it.post("We decided to move the launch to Monday.", by: bob, in: id)
    }

    func items(_ asker: UserID) async throws -> [Insight] {
      try await it.services.insights.extract(.actionItem, asker: asker, conversation: id, range: .days(7)).map(
        \.insight)
    }

    func decisions(_ asker: UserID) async throws -> [Insight] {
      try await it.services.insights.extract(.decision, asker: asker, conversation: id, range: .days(7)).map(\.insight)
    }

    func change(_ change: InsightChange, _ id: InsightID, _ asker: UserID) async throws -> Insight {
      try await it.services.insights.change(change, of: id, in: self.id, asker: asker)
    }
  }

  private static func answer(
    _ task: String, owner: String?, due: String?, citing numbers: [JSONValue] = [1]
  ) -> JSONValue {
    [
      "items": [
        [
          "task": .string(task), "owner": owner.map { .string($0) } ?? .null, "due": due.map { .string($0) } ?? .null,
          "confidence": 0.9, "citations": .array(numbers),
        ]
      ]
    ]
  }

  // MARK: On the box

  @Test("are found when asked for, though the pipeline has not come to the messages yet, and once only")
  func onBox() async throws {
    let room = try Fixture()
    let first = try await room.items(room.bob)
    #expect(first.count == 1 && first[0].citations == [room.promise.id] && first[0].owner == room.ada)
    #expect(first[0].dueAt != nil && first[0].dueText?.contains("Friday") == true)
    #expect(try await room.decisions(room.bob).map(\.citations) == [[room.decision.id]])
    try await room.it.index()
    #expect(try await room.items(room.ada) == first, "the same for every member")
    #expect(try await room.it.services.insights.list(InsightFilter(owner: room.ada), asker: room.ada).count == 1)
    #expect(try await room.it.services.insights.list(InsightFilter(owner: room.bob), asker: room.ada).isEmpty)
  }

  // MARK: By hand

  @Test("are marked by hand, in the message's words unless others are given")
  func marked() async throws {
    let room = try Fixture()
    let talk = try room.it.post("The printer needs new cards.", by: room.bob, in: room.id)
    let insight = try await room.it.services.insights.mark(
      .actionItem, message: talk.id, in: room.id, text: nil, id: nil, asker: room.ada)
    #expect(insight.text == "The printer needs new cards." && insight.createdBy == room.ada && insight.model == nil)
    #expect(insight.confidence == 1 && insight.status == .open)
    try await room.it.index()
    #expect(try await room.items(room.bob).contains { $0.id == insight.id }, "the pipeline leaves it alone")
    let stranger = try room.it.storeFixture.user("Zoe")
    await #expect(throws: Refusal.notFound) {
      _ = try await room.it.services.insights.mark(
        .decision, message: talk.id, in: room.id, text: nil, id: nil, asker: stranger)
    }
    await #expect(throws: Refusal.self) {
      _ = try await room.it.services.insights.mark(
        .decision, message: talk.id, in: room.id, text: String(repeating: "x", count: 301), id: nil, asker: room.ada)
    }
  }

  @Test("are changed, assigned, done, dismissed and opened again by any member")
  func changed() async throws {
    let room = try Fixture()
    let item = try #require(try await room.items(room.ada).first)
    let later = item.createdAt.adding(seconds: 86_400)
    let changed = try await room.change(
      InsightChange(text: "Send the big report", owner: room.bob, dueAt: later, tags: ["report"]), item.id, room.bob)
    #expect(changed.text == "Send the big report" && changed.owner == room.bob && changed.dueAt == later)
    #expect(changed.isEdited && changed.tags == ["report"] && changed.rev > item.rev)
    for status in [Insight.Status.done, .dismissed, .open] {
      #expect(try await room.change(InsightChange(status: status), item.id, room.ada).status == status)
    }
    let cleared = try await room.change(InsightChange(removesOwner: true, removesDue: true), item.id, room.ada)
    #expect(cleared.owner == nil && cleared.dueAt == nil)
    await #expect(throws: Refusal.self) {
      _ = try await room.change(InsightChange(status: .withdrawn), item.id, room.ada)
    }
    let stranger = try room.it.storeFixture.user("Zoe")
    await #expect(throws: Refusal.notFound) {
      _ = try await room.change(InsightChange(status: .done), item.id, stranger)
    }
    await #expect(throws: Refusal.self) { _ = try await room.change(InsightChange(owner: stranger), item.id, room.ada) }
  }

  @Test("keep the words that a member wrote when the source is edited, and fall when it is deleted")
  func source() async throws {
    let room = try Fixture()
    let item = try #require(try await room.items(room.ada).first)
    _ = try await room.change(InsightChange(text: "Send the big report"), item.id, room.bob)
    let edited = try room.it.edit(room.promise, to: "I'll send the invoice to Bob by Thursday.", in: room.id)
    try await room.it.index()
    let kept = try #require(try await room.items(room.ada).first)
    #expect(kept.id == item.id && kept.text == "Send the big report" && kept.dueText?.contains("Thursday") == true)
    try room.it.delete(edited, in: room.id)
    try await room.it.index()
    #expect(try await room.items(room.ada).isEmpty)
  }

  @Test("that were ticked off, assigned or dated keep none of a machine's words when the source is edited")
  func ticked() async throws {
    for change in [InsightChange(status: .done), InsightChange(removesOwner: true), InsightChange(removesDue: true)] {
      let room = try Fixture()
      let item = try #require(try await room.items(room.ada).first)
      _ = try await room.change(change, item.id, room.bob)
      try room.it.edit(room.promise, to: "Nothing to see here.", in: room.id)
      try await room.it.index()
      let left = try room.it.store.insights(InsightFilter(kind: .actionItem), for: room.ada)
      #expect(!left.contains { $0.insight.text.contains("report") })
    }
  }

  @Test("that nobody has touched follow the words of their source")
  func revised() async throws {
    let room = try Fixture()
    let item = try #require(try await room.items(room.ada).first)
    try room.it.edit(room.promise, to: "I'll send the invoice to Bob by Thursday.", in: room.id)
    try await room.it.index()
    let revised = try #require(try await room.items(room.ada).first)
    #expect(revised.id == item.id && revised.text.contains("invoice") && revised.dueText?.contains("Thursday") == true)
  }

  // MARK: With a model

  @Test("of a model take the place of what the box found in the same message, as the same item")
  func byModel() async throws {
    let model = StubModel(json: Self.answer("Send Bob the quarterly report", owner: "Bob", due: "by Friday"))
    let room = try Fixture(model)
    try await room.it.index()
    let before = try #require(
      try room.it.store.insights(InsightFilter(kind: .actionItem), for: room.ada).first?.insight)
    let items = try await room.items(room.ada)
    #expect(items.count == 1 && items[0].id == before.id)
    #expect(items[0].text == "Send Bob the quarterly report" && items[0].model == "stub-1")
    #expect(items[0].owner == room.bob && items[0].dueAt == before.dueAt && items[0].dueText == "by Friday")
    #expect(items[0].citations.first == room.promise.id)
    let rows = try await room.it.services.ledger.entries(of: room.ada)
    #expect(rows.map(\.feature) == ["extractActionItems"] && rows[0].messagesSent == 2)
    #expect(try await room.it.services.ledger.entries(of: room.bob).isEmpty)
    #expect(try room.it.store.insights(InsightFilter(kind: .decision), for: room.ada).count == 1, "others stay")
  }

  @Test("of a model leave what a member has changed")
  func editsSurviveTheModel() async throws {
    let model = StubModel(json: Self.answer("Send Bob the report", owner: "Bob", due: nil))
    let room = try Fixture(model)
    try await room.it.index()
    let before = try #require(
      try room.it.store.insights(InsightFilter(kind: .actionItem), for: room.ada).first?.insight)
    _ = try await room.change(InsightChange(text: "Mine", status: .done), before.id, room.ada)
    let items = try await room.items(room.ada)
    #expect(items.map(\.text) == ["Mine"] && items.map(\.status) == [.done] && items.map(\.owner) == [room.bob])
  }

  @Test("of a model that cites nothing that was shown do not exist")
  func uncited() async throws {
    let room = try Fixture(
      StubModel(json: Self.answer("Launch the rockets", owner: nil, due: nil, citing: [999, 0, -1])))
    #expect(!(try await room.items(room.ada)).contains { $0.text.contains("rockets") })
  }

  @Test("of a model that have nothing to do with what they cite do not exist")
  func unsupported() async throws {
    let room = try Fixture(StubModel(json: Self.answer("Launch rockets", owner: nil, due: nil)))
    #expect(!(try await room.items(room.ada)).contains { $0.text.contains("rockets") })
  }

  @Test("of a model cite every message that they take a word from, so that they fall with it")
  func borrowedWords() async throws {
    let model = StubModel(json: Self.answer("Send the report about Monday's launch", owner: nil, due: nil))
    let room = try Fixture(model)
    let items = try await room.items(room.ada)
    #expect(items.first?.citations == [room.promise.id, room.decision.id])
    try room.it.delete(room.decision, in: room.id)
    try await room.it.index()
    let left = try room.it.store.insights(InsightFilter(kind: .actionItem), for: room.ada).map(\.insight)
    #expect(left.count == 1 && !left[0].text.contains("launch"))
  }

  @Test("of a model keep their words when an answer says when: only time, owner and sources change")
  func acceptedDate() async throws {
    let room = try Fixture(
      StubModel(json: Self.answer("Send Ada the whole permit list", owner: nil, due: nil, citing: [3])))
    let asked = try room.it.post("Bob, can you send the permit list?", by: room.ada, in: room.id)
    let first = try #require(try await room.items(room.ada).first { $0.citations == [asked.id] })
    #expect(first.text == "Send Ada the whole permit list" && first.model == "stub-1" && first.dueText == nil)
    func currentInsight() async throws -> Insight {
      try await room.it.index()
      let found = try room.it.store.insights(InsightFilter(kind: .actionItem), for: room.ada).map(\.insight)
      return try #require(found.first { $0.citations.first == asked.id })
    }
    let answer = try room.it.post("Yes, by Friday.", by: room.bob, in: room.id)
    let dated = try await currentInsight()
    #expect(dated.id == first.id && dated.owner == room.bob && dated.citations == [asked.id, answer.id])
    #expect(dated.dueText?.contains("Friday") == true && dated.dueAt != nil)
    func said(_ insight: Insight) -> [String] {
      [insight.text, insight.model ?? "", insight.reason, "\(insight.confidence)"]
    }
    #expect(said(dated) == said(first))
    #expect(try await currentInsight() == dated, "working on it again changes nothing")

    try room.it.edit(answer, to: "Yes, by Monday.", in: room.id)
    let moved = try await currentInsight()
    #expect(moved.dueText?.contains("Monday") == true && said(moved) == said(first))
    try room.it.edit(answer, to: "Yes.", in: room.id)
    let fallen = try await currentInsight()
    #expect(fallen.dueText == nil && fallen.citations == [asked.id] && said(fallen) == said(first))
    try room.it.edit(asked, to: "Bob, can you send the invoices?", in: room.id)
    let revised = try await currentInsight()
    #expect(revised.model == OnBoxEngine.version && revised.text.contains("invoices"), "its own words have changed")
  }

  @Test("of a model are not overwritten by what the box had begun before, and it looks again")
  func overtaken() async throws {
    let room = try Fixture(
      StubModel(json: Self.answer("Send Ada the whole permit list", owner: nil, due: nil, citing: [3])))
    let asked = try room.it.post("Bob, can you send the permit list?", by: room.ada, in: room.id)
    try await room.it.index()
    try room.it.post("Yes, by Friday.", by: room.bob, in: room.id)
    let due = DueMessage(conversation: room.id, kind: .group, message: asked, failures: 0)
    let stale = try room.it.services.worker.work(on: due)
    _ = try await room.items(room.ada)
    try room.it.perform(.intelligence(.pipeline(.record([stale]))))
    #expect(try room.it.store.pipelineProgress().due > 0)
    try await room.it.index()
    let items = try room.it.store.insights(InsightFilter(kind: .actionItem), for: room.ada).map(\.insight)
    #expect(items.first { $0.citations.first == asked.id }?.text == "Send Ada the whole permit list")
  }

  @Test("of a model whose main message says it no longer are gone, though another that they cite stands")
  func lostMain() async throws {
    let room = try Fixture(StubModel(json: Self.answer("Send the report about Monday's launch", owner: nil, due: nil)))
    #expect(try await room.items(room.ada).first?.citations == [room.promise.id, room.decision.id])
    try room.it.edit(room.promise, to: "Never mind.", in: room.id)
    try await room.it.index()
    #expect(try room.it.store.insights(InsightFilter(kind: .actionItem), for: room.ada).isEmpty)
  }

  @Test("of the same messages are looked for by a model once in a day, and again when one has changed")
  func cached() async throws {
    let model = StubModel(json: Self.answer("Send Bob the quarterly report", owner: "Bob", due: nil))
    let room = try Fixture(model)
    try await room.it.index()
    let first = try await room.items(room.ada)
    #expect(try await room.items(room.ada) == first && model.requests.count == 1)
    let rows = try await room.it.services.ledger.entries(of: room.ada)
    #expect(Set(rows.map(\.isCached)) == [true, false] && rows.first { $0.isCached }?.messagesSent == 0)
    _ = try await room.decisions(room.ada)
    #expect(model.requests.count == 2, "another question")
    _ = try await room.items(room.bob)
    #expect(model.requests.count == 3, "another asker")
    try room.it.edit(room.promise, to: "I'll send the report to Bob by Thursday.", in: room.id)
    try await room.it.index()
    _ = try await room.items(room.ada)
    #expect(model.requests.count == 4)
    room.it.clock.advance(seconds: 86_400)
    _ = try await room.items(room.ada)
    #expect(model.requests.count == 5)
  }

  @Test("are looked for again by the assistant, which lists what stands there then")
  func byAssistant() async throws {
    let model = StubModel(json: Self.answer("Send Bob the quarterly report", owner: "Bob", due: nil))
    let room = try Fixture(model)
    let answer = try await room.it.services.assistant.executeFunction(
      "lookAgain", arguments: #"{"kind": "tasks", "conversation": "Team"}"#, conversation: nil, asker: room.ada)
    #expect(answer.text.contains("1. Send Bob the quarterly report"))
    #expect(answer.citations.map(\.message) == [room.promise.id] && model.requests.count == 1)
    let items = try room.it.store.insights(InsightFilter(kind: .actionItem), for: room.ada).map(\.insight)
    #expect(items.map(\.model) == ["stub-1"])
  }

  @Test("stand as the box found them when the model fails, is off, or may not read")
  func fallback() async throws {
    for kind in [ModelFailure.Kind.unreachable, .invalidAnswer] {
      let room = try Fixture(StubModel(failing: kind))
      #expect(try await room.items(room.ada).map(\.model) == [OnBoxEngine.version])
    }
    let model = StubModel(json: Self.answer("Anything", owner: nil, due: nil))
    let room = try Fixture(model)
    try await room.it.services.preferences.save(AIPreferences(allowsRemoteModels: false), of: room.ada)
    #expect(try await room.items(room.ada).map(\.model) == [OnBoxEngine.version])
    #expect(model.requests.isEmpty)
  }

  @Test("are not looked for where the AI is off, nor for who has it off")
  func off() async throws {
    let room = try Fixture()
    try await room.it.services.preferences.save(AIPreferences(isOn: false), of: room.bob)
    await #expect(throws: Refusal.self) { _ = try await room.items(room.bob) }
    try room.it.perform(.intelligence(.insight(.setIntelligence(asker: room.ada, conversation: room.id, isOn: false))))
    await #expect(throws: Refusal.self) { _ = try await room.items(room.ada) }
  }
}
