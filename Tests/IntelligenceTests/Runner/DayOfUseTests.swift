import AIProviders
import Domain
import Intelligence
import Synchronization
import TestSupport
import Testing

/// A day of a team, request by request, against a model that counts: how many calls the cache
/// saves.
@Suite("A day of use")
struct DayOfUseTests {
  private struct Team {
    let it: IntelligenceFixture
    let people: [UserID]
    let rooms: [ConversationID]

    init(_ model: any TextModel) throws {
      it = try IntelligenceFixture(model: model)
      people = try ["Ada", "Bob", "Chen", "Dina", "Elio", "Fay"].map { [it] in try it.storeFixture.user($0) }
      let all = people
      rooms = try ["Operations", "Design", "Release"].map { [it] name in
        try it.storeFixture.group(all[0], Array(all.dropFirst()), name: name)
      }
    }

    func talk(_ hour: Int, in room: Int) throws {
      let lines = [
        "The release of version \(hour) is planned for Friday.",
        "I'll write the notes for version \(hour) by Thursday.",
        "We decided to keep the old colours in screen \(hour).", "Can somebody check server \(hour) before noon?",
      ]
      for (index, line) in lines.enumerated() {
        try it.post(line, by: people[(hour + index) % people.count], in: rooms[room])
      }
    }

    func catchUp(_ person: Int) async throws -> [AIOutput] {
      var made: [AIOutput] = []
      for room in rooms {
        made.append(try await it.services.summaries.summarizeThread(room, for: people[person], range: .unread))
      }
      made.append(try await it.services.summaries.digest(for: people[person]))
      return made
    }

    func ask(_ person: Int) async throws -> [AIOutput] {
      var made: [AIOutput] = []
      for question in ["When is the release planned?", "Who writes the notes?"] {
        made.append(try await it.services.answers.ask(question, for: people[person]))
      }
      return made
    }
  }

  /// Whatever it is asked, it says something that cites the first message.
  private static func model(_ calls: Calls) -> StubModel {
    StubModel { request throws(ModelFailure) in
      calls.count.withLock { $0 += 1 }
      let point: JSONValue = ["text": "The release is planned for Friday.", "citations": [1]]
      let answer: JSONValue =
        request.purpose == "answer"
        ? ["found": true, "claims": [point]] : ["points": [point], "contributions": []]
      return ModelAnswer(
        text: answer.text, json: answer, usage: ModelUsage(inputTokens: 900, outputTokens: 100), model: "stub-1")
    }
  }

  @Test("costs less than a third of the calls that it would without a cache")
  func replayed() async throws {
    let calls = Calls()
    let team = try Team(Self.model(calls))
    var answers: [AIOutput] = []
    // Nine hours: the team writes in one room at the full hour of three hours; people look in every
    // quarter of an hour.
    for hour in 9..<18 {
      if hour % 3 == 0 { try team.talk(hour, in: hour / 3 % 3) }
      for quarter in 0..<4 {
        for person in team.people.indices where (person + quarter) % 2 == 0 || quarter == 0 {
          answers += try await team.catchUp(person)
          if (hour + person) % 2 == 0 { answers += try await team.ask(person) }
        }
        team.it.clock.advance(seconds: 900)
      }
    }
    // What there is nothing to say about costs nobody anything and is no request.
    let asked = answers.filter { $0.receipt.messagesRead > 0 }
    let hits = asked.count(where: \.receipt.isCached)
    let made = calls.count.withLock { $0 }
    #expect(asked.count > 500)
    #expect(made == asked.count - hits, "a hit costs no call, everything else one")
    let saved = Double(hits) / Double(asked.count)
    print(
      "A day of use: \(asked.count) requests, \(made) calls of the model, \(hits) from the cache, \(Int(saved * 100))% saved."
    )
    #expect(saved >= 0.7, "\(hits) of \(asked.count)")
    var noted = 0
    for person in team.people {
      let rows = try await team.it.services.ledger.entries(of: person)
      noted += rows.count { !$0.isCached && $0.place != "this server" }
    }
    #expect(noted == made, "the ledger knows every call")
  }

  private final class Calls: Sendable {
    let count = Mutex(0)
  }
}
