import AIProviders
import Domain
import Intelligence
import TestSupport
import Testing

@Suite("The stream of a talk")
struct TalkStreamTests {
  /// Says one word again and again.
  private struct Chatterer: TextModel {
    let name = "chatterer"
    let place = "model.example"
    let words: Int

    func complete(_ request: ModelRequest) async throws(ModelFailure) -> ModelAnswer {
      throw ModelFailure(.refused)
    }

    func stream(_ request: ModelRequest) -> AsyncThrowingStream<ModelChunk, any Error> {
      AsyncThrowingStream { continuation in
        for _ in 0..<words { continuation.yield(.text("word ")) }
        continuation.yield(
          .end(
            ModelEnd(usage: ModelUsage(inputTokens: 1, outputTokens: 1), model: name, latency: 0, finishReason: .stop)))
        continuation.finish()
      }
    }
  }

  private func talk(words: Int, readsAtOnce: Bool) async throws -> [AssistantMessage] {
    let it = try IntelligenceFixture(model: Chatterer(words: words))
    let ada = try it.storeFixture.user("Ada")
    let stream = try await it.services.assistant.talk(asker: ada, text: "Talk", conversation: nil)
    if !readsAtOnce {
      try await eventually("the answer is kept") { try await it.services.assistant.history(of: ada).count == 2 }
    }
    return try await stream.reduce(into: []) { $0.append($1) }
  }

  @Test("keeps the newest state alone for somebody who does not read, and ends whole")
  func slowReader() async throws {
    let states = try await talk(words: 2_000, readsAtOnce: false)
    #expect(states.count == 1)
    #expect(states.last?.text.count ?? 0 > 3_900)
  }

  @Test("the same words with the same id are one question with one answer, and other words are refused")
  func sameWords() async throws {
    let it = try IntelligenceFixture(model: Chatterer(words: 3))
    let ada = try it.storeFixture.user("Ada")
    let assistant = it.services.assistant
    let (first, second) = (AssistantMessageID(high: 1, low: 2), AssistantMessageID(high: 1, low: 4))
    func talk(_ text: String, _ id: AssistantMessageID) async throws -> [AssistantMessage] {
      let states = try await assistant.talk(asker: ada, text: text, conversation: nil, as: id)
      return try await states.reduce(into: []) { $0.append($1) }
    }
    let answer = try await talk("Talk", first).last
    #expect(try await talk("Talk", first) == [try #require(answer)])
    // Nobody reads this one: whether it is answered by then or not, it is once.
    _ = try await assistant.talk(asker: ada, text: "More", conversation: nil, as: second)
    _ = try await talk("More", second)
    let history = try await assistant.history(of: ada)
    #expect(history.map(\.role) == [.user, .assistant, .user, .assistant])
    #expect(history[0].id == first && history[2].id == second)
    for id in [first, try #require(answer).id] {
      await #expect { _ = try await talk("Else", id) } throws: { ($0 as? Refusal)?.code == .conflict }
    }
    #expect(try await assistant.history(of: ada).count == 4)
  }

  @Test("shows a long answer as it grows, not with each word")
  func growth() async throws {
    let states = try await talk(words: 10_000, readsAtOnce: true)
    #expect(states.last?.text.count ?? 0 > 3_900, "the longest that the output guard lets through")
    #expect(states.reduce(0) { $0 + $1.text.utf8.count } < 256 * 4_000)
  }

  @Test("takes no endless answer: the server answers instead, and says so")
  func endless() async throws {
    let states = try await talk(words: 20_000, readsAtOnce: true)
    #expect(states.last?.receipt?.model == OnBoxEngine.version)
    #expect(states.last?.receipt?.notice?.contains("no usable answer") == true)
  }
}
