import AIProviders
import TestSupport
import Testing

@Suite("Recorded conversations")
struct RecordingTests {
  @Test("a whole answer is read with its usage and the exact model", arguments: Dialect.allCases)
  func whole(dialect: Dialect) async throws {
    try await ProviderFixture.run(dialect, [.json(dialect.json("text"))]) { fixture in
      let answer = try await fixture.text.complete(.plain)
      #expect(answer.text == "The launch moved to Tuesday [2].")
      #expect(answer.usage == ModelUsage(inputTokens: 412, outputTokens: 9))
      #expect(answer.model == (dialect == .anthropic ? "claude-haiku-4-5-20251001" : "gpt-4.1-mini-2025-04-14"))
      #expect(answer.finishReason == .stop && answer.toolCalls.isEmpty && answer.json == nil)
    }
  }

  @Test("tool calls are read with their arguments", arguments: Dialect.allCases)
  func tools(dialect: Dialect) async throws {
    try await ProviderFixture.run(dialect, [.json(dialect.json("tools"))]) { fixture in
      let answer = try await fixture.text.complete(.tools)
      #expect(answer.toolCalls == Self.calls)
      #expect(answer.finishReason == .toolCalls)
    }
  }

  @Test("a refusal is one, and is not tried again", arguments: Dialect.allCases)
  func refusal(dialect: Dialect) async throws {
    try await ProviderFixture.run(dialect, [.json(dialect.json("refusal"))]) { fixture in
      let failure = await fixture.failure()
      #expect(failure?.kind == .refused && failure?.isRetryable == false)
      #expect(fixture.server.requests.count == 1)
    }
  }

  @Test("a stream gives deltas in order, then the end", arguments: Dialect.allCases)
  func stream(dialect: Dialect) async throws {
    try await ProviderFixture.run(
      dialect, [.events(dialect.events("text")), .events(dialect.events("text"), cut: .everyByte)]
    ) {
      fixture in
      for _ in 0..<2 {
        let (chunks, failure) = try await fixture.chunks()
        #expect(failure == nil)
        #expect(chunks.dropLast() == [.text("Zürich"), .text(" is 🚀"), .text(" [1].")])
        guard case .end(let end) = chunks.last else { throw Unexpected("no end") }
        #expect(end.usage == ModelUsage(inputTokens: 120, outputTokens: 7))
        #expect(end.finishReason == .stop)
        #expect(end.model == (dialect == .anthropic ? "claude-haiku-4-5-20251001" : "gpt-4.1-mini-2025-04-14"))
      }
    }
  }

  @Test("a stream gives whole tool calls", arguments: Dialect.allCases)
  func streamedTools(dialect: Dialect) async throws {
    try await ProviderFixture.run(dialect, [.events(dialect.events("tools"), cut: .everyByte)]) { fixture in
      let (chunks, failure) = try await fixture.chunks(.tools)
      #expect(failure == nil)
      #expect(chunks.dropLast() == Self.calls.map { .toolCall($0) })
      guard case .end(let end) = chunks.last else { throw Unexpected("no end") }
      #expect(end.usage == ModelUsage(inputTokens: 230, outputTokens: 31))
      #expect(end.finishReason == .toolCalls)
    }
  }

  @Test(
    "a stream that breaks anywhere before its end is interrupted, never a short answer", arguments: Dialect.allCases)
  func everyCut(dialect: Dialect) async throws {
    let text = try dialect.events("text")
    // The answer is whole once its last event is.
    let marker =
      switch dialect {
      case .chat: "\"finish_reason\":\"stop\""
      case .responses: "event: response.completed"
      case .anthropic: "event: message_stop"
      }
    let limit = try #require(text.range(of: marker)).lowerBound
    let cuts = stride(from: 0, to: text.utf8.distance(from: text.startIndex, to: limit), by: 97)
    for cut in cuts {
      let part = String(decoding: Array(text.utf8.prefix(cut)), as: UTF8.self)
      let settings = RemoteSettings(retries: RetryPolicy(attempts: 1))
      try await ProviderFixture.run(dialect, [.events(part, ending: .cut)], settings: settings) { fixture in
        let (chunks, failure) = try await fixture.chunks()
        #expect(failure?.kind == .interrupted, "at \(cut): \(chunks)")
        #expect(!chunks.contains { if case .end = $0 { true } else { false } })
      }
    }
  }

  @Test("an error in mid-stream is what it says", arguments: Dialect.allCases)
  func errorInStream(dialect: Dialect) async throws {
    let error =
      switch dialect {
      case .chat: "data: {\"error\":{\"message\":\"busy\",\"type\":\"server_error\",\"code\":null}}\n\n"
      case .responses: "event: error\ndata: {\"type\":\"error\",\"code\":\"server_error\",\"message\":\"busy\"}\n\n"
      case .anthropic:
        "event: error\ndata: {\"type\": \"error\", \"error\": {\"type\": \"overloaded_error\", \"message\": \"Overloaded\"}}\n\n"
      }
    try await ProviderFixture.run(
      dialect, [.events(error)], settings: RemoteSettings(retries: RetryPolicy(attempts: 1))
    ) { fixture in
      let (chunks, failure) = try await fixture.chunks()
      #expect(chunks.isEmpty)
      #expect(failure?.kind == .overloaded)
    }
  }

  static let calls = [
    ModelToolCall(id: "call_a1", name: "search_messages", arguments: ["query": "launch date", "limit": 5]),
    ModelToolCall(id: "call_b2", name: "list_tasks", arguments: [:]),
  ]
}
