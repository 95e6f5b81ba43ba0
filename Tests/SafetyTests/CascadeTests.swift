import AIProviders
import Domain
import Foundation
import Intelligence
import ServerCore
import TestSupport
import Testing

extension Safety {
  /// What becomes of everything that was made of a message when the message changes, or its reader
  /// may not read it any more.
  @Suite("Whatever was made of a message")
  struct CascadeTests {
    private struct Fixture {
      let it: IntelligenceFixture
      let model = HostileModel(chunk: 400)
      let ada: UserID
      let bob: UserID
      let id: ConversationID
      let secret: Message
      let other: Message

      init(usesModel: Bool) async throws {
        it = try IntelligenceFixture(model: usesModel ? model : nil)
        ada = try it.storeFixture.user("Ada")
        bob = try it.storeFixture.user("Bob")
        id = try it.storeFixture.group(ada, [bob])
        other = try it.post("We decided that the launch is on Monday.", by: ada, in: id)
        secret = try it.post("I'll send the CANARY report for the launch to Ada by Friday.", by: bob, in: id)
        try it.post("Thank you, that is good to know.", by: ada, in: id)
        try await it.index()
      }

      /// Everything that the AI can make of the room, for both.
      func makeAll() async throws {
        let services = it.services
        for asker in [ada, bob] {
          _ = try await services.summaries.summarizeThread(id, for: asker, range: .last(50))
          _ = try await services.summaries.digest(for: asker)
          _ = try await services.answers.ask("Who sends the report for the launch?", for: asker)
          _ = try await services.insights.extract(.actionItem, asker: asker, conversation: id, range: .last(50))
          _ = try await services.insights.extract(.decision, asker: asker, conversation: id, range: .last(50))
          for function in ["summarizeConversation", "catchUp"] {
            _ = try await services.assistant.executeFunction(function, arguments: "{}", conversation: id, asker: asker)
          }
          for text in ["Who sends the report for the launch?", "And what else of the launch?", "Thanks, say it again."]
          {
            for try await _ in try await services.assistant.talk(asker: asker, text: text, conversation: id) {}
          }
        }
      }

      /// All that is kept for the user, as text.
      func kept(for user: UserID) async throws -> String {
        let now = it.clock.now
        var all: [String] = []
        for collection in PrivateRecord.Collection.allCases {
          let records = try it.store.records(collection, of: user, at: now, limit: 1_000)
          all += records.map { String(decoding: $0.body, as: UTF8.self) }
        }
        all += try it.store.insights(InsightFilter(limit: 500), for: user).map { "\($0.insight)" }
        return all.joined(separator: "\n")
      }
    }

    @Test("speaks of it as long as it stands", arguments: [true, false])
    func control(_ usesModel: Bool) async throws {
      let room = try await Fixture(usesModel: usesModel)
      try await room.makeAll()
      #expect(try await room.kept(for: room.ada).contains("CANARY"))
      #expect(try room.it.store.vectors(of: room.id, .embedder("words 1"), after: 0).seqs.contains(room.secret.seq))
    }

    @Test("is gone when the message is deleted", arguments: [true, false])
    func deleted(_ usesModel: Bool) async throws {
      let room = try await Fixture(usesModel: usesModel)
      try await room.makeAll()
      try room.it.delete(room.secret, in: room.id)
      for user in [room.ada, room.bob] {
        try await expectNothing(in: room.kept(for: user))
      }
      #expect(!(try room.it.store.vectors(of: room.id, .embedder("words 1"), after: 0).seqs.contains(room.secret.seq)))
      try await expectNothingIsSaidOrSent(room)
    }

    @Test("is gone when the message is edited", arguments: [true, false])
    func edited(_ usesModel: Bool) async throws {
      let room = try await Fixture(usesModel: usesModel)
      try await room.makeAll()
      let before = try room.it.store.vectors(of: room.id, .embedder("words 1"), after: room.secret.seq - 1)
      try room.it.edit(room.secret, to: "Lunch was very good today.", in: room.id)
      try await room.it.index()
      for user in [room.ada, room.bob] {
        try await expectNothing(in: room.kept(for: user))
      }
      let after = try room.it.store.vectors(of: room.id, .embedder("words 1"), after: room.secret.seq - 1)
      #expect(before.seqs == after.seqs && before.bytes != after.bytes, "embedded anew")
      try await expectNothingIsSaidOrSent(room)
    }

    @Test("is gone for whoever is removed, and stays for the others", arguments: [true, false])
    func removed(_ usesModel: Bool) async throws {
      let room = try await Fixture(usesModel: usesModel)
      try await room.makeAll()
      try room.it.perform(.member(.remove(asker: room.ada, conversation: room.id, user: room.bob)))
      try await expectNothing(in: room.kept(for: room.bob))
      #expect(try await room.kept(for: room.ada).contains("CANARY"))
      let start = room.model.requests.count
      try await sayAll(room, to: room.bob)
      for request in room.model.requests[start...] { expectNothing(in: HostileModel.allText(request)) }
    }

    @Test("is gone when the AI is switched off in the conversation", arguments: [true, false])
    func switchedOff(_ usesModel: Bool) async throws {
      let room = try await Fixture(usesModel: usesModel)
      try await room.makeAll()
      try room.it.perform(
        .intelligence(.insight(.setIntelligence(asker: room.ada, conversation: room.id, isOn: false))))
      for user in [room.ada, room.bob] { try await expectNothing(in: room.kept(for: user)) }
      #expect(try room.it.store.vectors(of: room.id, .embedder("words 1"), after: 0).seqs.isEmpty)
      let start = room.model.requests.count
      for user in [room.ada, room.bob] { try await sayAll(room, to: user) }
      for request in room.model.requests[start...] { expectNothing(in: HostileModel.allText(request)) }
    }

    private func expectNothing(in text: String) {
      guard let range = text.range(of: "CANARY") else { return }
      let start = text.index(range.lowerBound, offsetBy: -300, limitedBy: text.startIndex) ?? text.startIndex
      Issue.record("still there: \(text[start..<range.upperBound])")
    }

    /// Whatever is asked anew says nothing of it, and no model is shown it.
    private func expectNothingIsSaidOrSent(_ room: Fixture) async throws {
      let start = room.model.requests.count
      try await room.makeAll()
      for user in [room.ada, room.bob] { try await expectNothing(in: room.kept(for: user)) }
      for request in room.model.requests[start...] { expectNothing(in: HostileModel.allText(request)) }
    }

    /// Asks across conversations; nothing of the room may be in it.
    private func sayAll(_ room: Fixture, to user: UserID) async throws {
      let services = room.it.services
      let encoder = JSONEncoder()
      var said: [Data] = []
      said.append(try encoder.encode(try await services.summaries.digest(for: user)))
      said.append(try encoder.encode(try await services.answers.ask("Who sends the report?", for: user)))
      said.append(try encoder.encode(try await services.search.search("report launch", for: user, limit: 50)))
      said.append(
        try encoder.encode(try await services.priority.detectPriorityMessages(asker: user, unreadOnly: false)))
      for text in ["Who sends the report for the launch?", "What are my action items?"] {
        for try await answer in try await services.assistant.talk(asker: user, text: text, conversation: room.id) {
          said.append(try encoder.encode(answer))
        }
      }
      for answer in said { expectNothing(in: String(decoding: answer, as: UTF8.self)) }
    }
  }
}
