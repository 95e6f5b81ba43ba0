import Domain
import Intelligence
import ServerCore
import TestSupport
import Testing

@Suite("Smart search")
struct SmartSearchTests {
  struct SearchFixture: Sendable {
    let it: IntelligenceFixture
    let ada: UserID
    let bob: UserID
    let eve: UserID
    let team: ConversationID

    init(
      embedder: WordEmbedder? = WordEmbedder(synonyms: [["car", "automobile"], ["deadline", "due"]]),
      model: StubModel? = nil
    ) throws {
      it = try IntelligenceFixture(embedder: embedder, model: model)
      ada = try it.storeFixture.user("Ada Lovelace", email: "ada@example.org")
      bob = try it.storeFixture.user("Bob", email: "bob@example.org")
      eve = try it.storeFixture.user("Eve", email: "eve@example.org")
      team = try it.storeFixture.group(ada, [bob], name: "Team")
    }

    func search(_ text: String, as asker: UserID) async throws -> [SmartSearchHit] {
      try await it.services.search.search(text, for: asker, limit: 20)
    }
  }

  @Test("says that it is not complete while many messages wait to be read, and no longer than that")
  func incomplete() async throws {
    let fixture = try SearchFixture()
    func notice() async throws -> String? {
      try await fixture.it.services.search.find("car", for: fixture.bob, limit: 20).notice
    }
    for number in 1...200 { try fixture.it.post("message \(number)", by: fixture.ada, in: fixture.team) }
    #expect(try await notice() == nil, "as many may wait while people write")
    try fixture.it.post("one more", by: fixture.ada, in: fixture.team)
    #expect(try await notice()?.hasPrefix("201 messages are still to be read, the newest first") == true)
    try await fixture.it.index()
    #expect(try await notice() == nil)
  }

  @Test("finds by words, by meaning, and says which")
  func finds() async throws {
    let fixture = try SearchFixture()
    let words = try fixture.it.post("the car is in the garage", by: fixture.ada, in: fixture.team)
    let meaning = try fixture.it.post("automobile parked", by: fixture.bob, in: fixture.team)
    try fixture.it.post("lunch at noon", by: fixture.bob, in: fixture.team)
    try await fixture.it.index()
    let hits = try await fixture.search("car", as: fixture.bob)
    #expect(Set(hits.map(\.citation.message)) == [words.id, meaning.id])
    let byID = Dictionary(uniqueKeysWithValues: hits.map { ($0.citation.message, $0) })
    #expect(byID[words.id]?.matchedBy.contains("words") == true)
    #expect(byID[meaning.id]?.matchedBy == ["meaning"])
    #expect(byID[words.id]?.snippet.contains("\u{2}car\u{3}") == true)
    #expect(byID[words.id]?.citation.seq == words.seq)
  }

  @Test("finds by words alone without an embedder, and says so")
  func wordsOnly() async throws {
    let fixture = try SearchFixture(embedder: nil)
    let message = try fixture.it.post("the car is in the garage", by: fixture.ada, in: fixture.team)
    try await fixture.it.index()
    let found = try await fixture.it.services.search.find("car", for: fixture.bob, limit: 10)
    #expect(found.hits.map(\.citation.message) == [message.id])
    #expect(found.hits.map(\.matchedBy) == [["words"]])
    #expect(found.notice?.contains("by words only") == true)
    #expect(try await SearchFixture().it.services.search.find("car", for: fixture.bob, limit: 10).notice == nil)
  }

  @Test("keeps to the filters, for what is found by meaning too")
  func filters() async throws {
    let fixture = try SearchFixture()
    let other = try fixture.it.storeFixture.group(fixture.ada, [fixture.bob], name: "Garage")
    let first = try fixture.it.post("car one https://example.org/car", by: fixture.ada, in: fixture.team)
    fixture.it.clock.advance(seconds: 86_400)
    let second = try fixture.it.post("automobile two", by: fixture.bob, in: fixture.team)
    let third = try fixture.it.post("automobile three", by: fixture.ada, in: other)
    try await fixture.it.index()
    func found(_ text: String) async throws -> Set<MessageID> {
      Set(try await fixture.search(text, as: fixture.bob).map(\.citation.message))
    }
    #expect(try await found("car") == [first.id, second.id, third.id])
    #expect(try await found("car from:bob") == [second.id])
    #expect(try await found("car from:lovelace") == [first.id, third.id])
    #expect(try await found("car in:garage") == [third.id])
    #expect(try await found("car has:link") == [first.id])
    #expect(try await found("car before:2027-01-16") == [first.id])
    #expect(try await found("car after:2027-01-16") == [second.id, third.id])
    #expect(try await found("from:bob") == [second.id])
  }

  @Test("shows an outsider, and somebody who has left, nothing: by search, question, summary or digest")
  func access() async throws {
    let fixture = try SearchFixture()
    try fixture.it.post("CANARY car in the garage", by: fixture.ada, in: fixture.team)
    try await fixture.it.index()
    // Bob's search has the vectors in memory.
    #expect(try await fixture.search("automobile", as: fixture.bob).count == 1)
    try fixture.it.perform(.member(.remove(asker: fixture.ada, conversation: fixture.team, user: fixture.bob)))
    for asker in [fixture.bob, fixture.eve] {
      #expect(try await fixture.search("CANARY car automobile", as: asker).isEmpty)
      #expect(try await fixture.search("in:team", as: asker).isEmpty)
      let answer = try await fixture.it.services.answers.ask("where is the CANARY car", for: asker)
      #expect(!answer.isFound)
      #expect(answer.points.isEmpty)
      let digest = try await fixture.it.services.summaries.digest(for: asker)
      #expect(digest.points.isEmpty)
      #expect(!digest.text.contains("CANARY"))
      let refusal = await #expect(throws: Refusal.self) {
        _ = try await fixture.it.services.summaries.summarizeThread(fixture.team, for: asker, range: .last(10))
      }
      #expect(refusal == Refusal.notFound)
    }
  }

  @Test("never shows what was deleted or said before an edit, even while its vector is in memory")
  func changes() async throws {
    let fixture = try SearchFixture()
    let deleted = try fixture.it.post("the red car", by: fixture.ada, in: fixture.team)
    let edited = try fixture.it.post("the blue car", by: fixture.ada, in: fixture.team)
    try await fixture.it.index()
    #expect(try await fixture.search("automobile", as: fixture.bob).count == 2)
    try fixture.it.delete(deleted, in: fixture.team)
    try fixture.it.edit(edited, to: "the blue bicycle", in: fixture.team)
    // The pipeline has not heard of it yet.
    let hits = try await fixture.search("automobile", as: fixture.bob)
    #expect(!hits.contains { $0.citation.message == deleted.id })
    #expect(hits.allSatisfy { !$0.snippet.contains("car") && !$0.citation.excerpt.contains("car") })
    try await fixture.it.index()
    #expect(try await fixture.search("automobile", as: fixture.bob).isEmpty)
    #expect(try await fixture.search("bicycle", as: fixture.bob).map(\.citation.message) == [edited.id])
  }

  @Test("leaves out conversations where the AI is off")
  func off() async throws {
    let fixture = try SearchFixture()
    try fixture.it.post("the car", by: fixture.ada, in: fixture.team)
    try await fixture.it.index()
    #expect(try await fixture.search("car", as: fixture.bob).count == 1)
    try fixture.it.perform(
      .intelligence(.insight(.setIntelligence(asker: fixture.ada, conversation: fixture.team, isOn: false))))
    #expect(try await fixture.search("car", as: fixture.bob).isEmpty)
    try fixture.it.perform(
      .intelligence(.insight(.setIntelligence(asker: fixture.ada, conversation: fixture.team, isOn: true))))
    try await fixture.it.index()
    #expect(try await fixture.search("automobile", as: fixture.bob).count == 1)
  }

  @Test("refuses what is no search")
  func refuses() async throws {
    let fixture = try SearchFixture()
    let refusal = await #expect(throws: Refusal.self) { _ = try await fixture.search("  ", as: fixture.bob) }
    #expect(refusal?.code == .invalid)
  }
}
