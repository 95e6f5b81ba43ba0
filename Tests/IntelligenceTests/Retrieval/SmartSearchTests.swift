import Domain
import Intelligence
import ServerCore
import TestSupport
import Testing

@Suite("Smart search")
struct SmartSearchTests {
  struct Desk: Sendable {
    let it: IntelligenceWorld
    let ada: UserID
    let bob: UserID
    let eve: UserID
    let team: ConversationID

    init(embedder: WordEmbedder? = WordEmbedder(synonyms: [["car", "automobile"], ["deadline", "due"]])) throws {
      it = try IntelligenceWorld(embedder: embedder)
      ada = try it.world.user("Ada Lovelace", email: "ada@example.org")
      bob = try it.world.user("Bob", email: "bob@example.org")
      eve = try it.world.user("Eve", email: "eve@example.org")
      team = try it.world.group(ada, [bob], name: "Team")
    }

    func search(_ text: String, as asker: UserID) async throws -> [SmartSearchHit] {
      try await it.services.search.search(text, for: asker, limit: 20)
    }
  }

  @Test("finds by words, by meaning, and says which")
  func finds() async throws {
    let desk = try Desk()
    let words = try desk.it.post("the car is in the garage", by: desk.ada, in: desk.team)
    let meaning = try desk.it.post("automobile parked", by: desk.bob, in: desk.team)
    try desk.it.post("lunch at noon", by: desk.bob, in: desk.team)
    try await desk.it.index()
    let hits = try await desk.search("car", as: desk.bob)
    #expect(Set(hits.map(\.citation.message)) == [words.id, meaning.id])
    let byID = Dictionary(uniqueKeysWithValues: hits.map { ($0.citation.message, $0) })
    #expect(byID[words.id]?.matchedBy.contains("words") == true)
    #expect(byID[meaning.id]?.matchedBy == ["meaning"])
    #expect(byID[words.id]?.snippet.contains("\u{2}car\u{3}") == true)
    #expect(byID[words.id]?.citation.seq == words.seq)
  }

  @Test("finds by words alone without an embedder, and says so")
  func wordsOnly() async throws {
    let desk = try Desk(embedder: nil)
    let message = try desk.it.post("the car is in the garage", by: desk.ada, in: desk.team)
    try await desk.it.index()
    let found = try await desk.it.services.search.find("car", for: desk.bob, limit: 10)
    #expect(found.hits.map(\.citation.message) == [message.id])
    #expect(found.hits.map(\.matchedBy) == [["words"]])
    #expect(found.notice?.contains("by words only") == true)
    #expect(try await Desk().it.services.search.find("car", for: desk.bob, limit: 10).notice == nil)
  }

  @Test("keeps to the filters, for what is found by meaning too")
  func filters() async throws {
    let desk = try Desk()
    let other = try desk.it.world.group(desk.ada, [desk.bob], name: "Garage")
    let first = try desk.it.post("car one https://example.org/car", by: desk.ada, in: desk.team)
    desk.it.clock.advance(seconds: 86_400)
    let second = try desk.it.post("automobile two", by: desk.bob, in: desk.team)
    let third = try desk.it.post("automobile three", by: desk.ada, in: other)
    try await desk.it.index()
    func found(_ text: String) async throws -> Set<MessageID> {
      Set(try await desk.search(text, as: desk.bob).map(\.citation.message))
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
    let desk = try Desk()
    try desk.it.post("CANARY car in the garage", by: desk.ada, in: desk.team)
    try await desk.it.index()
    // Bob's search has the vectors in memory.
    #expect(try await desk.search("automobile", as: desk.bob).count == 1)
    try desk.it.perform(.member(.remove(asker: desk.ada, conversation: desk.team, user: desk.bob)))
    for asker in [desk.bob, desk.eve] {
      #expect(try await desk.search("CANARY car automobile", as: asker).isEmpty)
      #expect(try await desk.search("in:team", as: asker).isEmpty)
      let answer = try await desk.it.services.answers.ask("where is the CANARY car", for: asker)
      #expect(!answer.isFound)
      #expect(answer.points.isEmpty)
      let digest = try await desk.it.services.summaries.digest(for: asker)
      #expect(digest.points.isEmpty)
      #expect(!digest.text.contains("CANARY"))
      let refusal = await #expect(throws: Refusal.self) {
        _ = try await desk.it.services.summaries.summarizeThread(desk.team, for: asker, range: .last(10))
      }
      #expect(refusal == Refusal.notFound)
    }
  }

  @Test("never shows what was deleted or said before an edit, even while its vector is in memory")
  func changes() async throws {
    let desk = try Desk()
    let deleted = try desk.it.post("the red car", by: desk.ada, in: desk.team)
    let edited = try desk.it.post("the blue car", by: desk.ada, in: desk.team)
    try await desk.it.index()
    #expect(try await desk.search("automobile", as: desk.bob).count == 2)
    try desk.it.delete(deleted, in: desk.team)
    try desk.it.edit(edited, to: "the blue bicycle", in: desk.team)
    // The pipeline has not heard of it yet.
    let hits = try await desk.search("automobile", as: desk.bob)
    #expect(!hits.contains { $0.citation.message == deleted.id })
    #expect(hits.allSatisfy { !$0.snippet.contains("car") && !$0.citation.excerpt.contains("car") })
    try await desk.it.index()
    #expect(try await desk.search("automobile", as: desk.bob).isEmpty)
    #expect(try await desk.search("bicycle", as: desk.bob).map(\.citation.message) == [edited.id])
  }

  @Test("leaves out conversations where the intelligence is off")
  func off() async throws {
    let desk = try Desk()
    try desk.it.post("the car", by: desk.ada, in: desk.team)
    try await desk.it.index()
    #expect(try await desk.search("car", as: desk.bob).count == 1)
    try desk.it.perform(
      .intelligence(.insight(.setIntelligence(asker: desk.ada, conversation: desk.team, isOn: false))))
    #expect(try await desk.search("car", as: desk.bob).isEmpty)
    try desk.it.perform(.intelligence(.insight(.setIntelligence(asker: desk.ada, conversation: desk.team, isOn: true))))
    try await desk.it.index()
    #expect(try await desk.search("automobile", as: desk.bob).count == 1)
  }

  @Test("refuses what is no search")
  func refuses() async throws {
    let desk = try Desk()
    let refusal = await #expect(throws: Refusal.self) { _ = try await desk.search("  ", as: desk.bob) }
    #expect(refusal?.code == .invalid)
  }
}
