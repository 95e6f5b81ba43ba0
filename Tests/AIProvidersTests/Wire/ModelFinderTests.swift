import AIProviders
import TestSupport
import Testing

@Suite("Finding servers of models")
struct ModelFinderTests {
  /// Answers each path as a server of that kind does; what it does not have is 404.
  private static func run<Value>(
    _ answers: [String: RecordedReply], _ body: (Int, RecordedModelServer) async throws -> Value
  ) async throws -> Value {
    let server = RecordedModelServer { request, _ in
      answers[request.path] ?? .json(["error": "not found"], status: 404)
    }
    let base = try await server.start()
    let port = try #require(base.split(separator: ":").last?.split(separator: "/").first.flatMap { Int($0) })
    do {
      let value = try await body(port, server)
      try await server.stop()
      return value
    } catch {
      try await server.stop()
      throw error
    }
  }

  private static func find(_ ports: [Int], milliseconds: Int64 = 10_000) async throws -> [ModelFinder.Server] {
    let pool = ModelConnectionPool()
    let found = await ModelFinder(pool, milliseconds: milliseconds).servers(at: ports)
    try await pool.shutdown()
    return found
  }

  private static let ollama: [String: RecordedReply] = [
    "/api/tags": .json(["models": [["name": "llama3.2:1b", "size": 5], ["name": "qwen3:4b"], ["size": 1]]]),
    "/v1/models": .json(["data": [["id": "llama3.2:1b"]]]),
  ]
  private static let list: JSONValue = ["object": "list", "data": [["id": "smol.gguf"]]]
  private static let llama: [String: RecordedReply] = [
    "/api/tags": .json(["models": [["name": ""]], "data": [["id": "smol.gguf"]]]),
    "/v1/models": .json(list), "/health": .json(["status": "ok"]),
  ]

  @Test("Ollama and the server of llama.cpp are told apart, with their models")
  func kinds() async throws {
    try await Self.run(Self.ollama) { first, _ async throws in
      try await Self.run(Self.llama) { second, _ async throws in
        let found = try await Self.find([second, first, second])
        #expect(found.map(\.port) == [second, first])
        #expect(found.map(\.kind) == [.compatible, .ollama])
        #expect(found.map(\.models) == [["smol.gguf"], ["llama3.2:1b", "qwen3:4b"]])
        #expect(found.map(\.address) == [second, first].map { "http://127.0.0.1:\($0)/v1" })
        #expect(found.map(\.isReady) == [true, true])
      }
    }
  }

  @Test("a server that still loads its model is there, and not ready")
  func loading() async throws {
    let busy = RecordedReply.json(
      ["error": ["code": 503, "message": "Loading model", "type": "unavailable_error"]], status: 503)
    for answers in [["/v1/models": busy, "/health": busy], ["/v1/models": .json(Self.list), "/health": busy]] {
      try await Self.run(answers) { port, _ async throws in
        #expect(try await Self.find([port]).map(\.isReady) == [false])
      }
    }
    try await Self.run(["/v1/models": .json(Self.list)]) { port, _ async throws in
      #expect(try await Self.find([port]).map(\.isReady) == [true], "one without /health")
    }
  }

  @Test("whoever is something else, says nothing, or says too much is not one")
  func others() async throws {
    let page = RecordedReply(body: Array("<html>hello</html>".utf8))
    let endless = RecordedReply(body: [UInt8](repeating: UInt8(ascii: " "), count: 2 << 20))
    let away = RecordedReply.json(Self.list, status: 302, headers: [("location", "http://127.0.0.1:1/v1/models")])
    for answers in [
      [:], ["/api/tags": page, "/v1/models": page], ["/v1/models": .json(["data": "no list"])],
      ["/v1/models": endless], ["/v1/models": away],
    ] as [[String: RecordedReply]] {
      try await Self.run(answers) { port, _ async throws in #expect(try await Self.find([port]).isEmpty) }
    }
    try await Self.run(["/api/tags": .silence, "/v1/models": .silence]) { port, _ async throws in
      #expect(try await Self.find([port], milliseconds: 50).isEmpty)
    }
  }

  @Test("names that could not be shown are left out, and there is an end of them")
  func names() async throws {
    let many = (0..<300).map { number -> JSONValue in ["id": .string("model-\(number)")] }
    let odd: [JSONValue] = [
      ["id": "two\nlines"], ["id": "hidden\u{200B}space"], ["id": ""],
      ["id": .string(String(repeating: "m", count: 201))],
    ]
    try await Self.run(["/v1/models": .json(["data": .array(odd + many)])]) { port, _ async throws in
      let models = try await Self.find([port]).first?.models
      #expect(models?.count == 200 && models?.first == "model-0")
    }
  }

  @Test("prices are known of a maker's own models, with or without a date")
  func prices() {
    #expect(KnownPrices.of("gpt-4o-mini-2024-07-18", by: .openai) == ModelPrices(input: 0.15, output: 0.6))
    #expect(KnownPrices.of("claude-opus-4-5-20251101", by: .anthropic) == ModelPrices(input: 5, output: 25))
    #expect(KnownPrices.of("claude-opus-4-5", by: .anthropic) == ModelPrices(input: 5, output: 25))
    for (name, provider) in [
      ("gpt-4o-mini", .anthropic), ("gpt-4o-mini", .compatible), ("gpt-4o-mini-audio", .openai), ("", .openai),
    ] as [(String, ProviderConfiguration.Provider)] {
      #expect(KnownPrices.of(name, by: provider) == nil)
    }
  }
}
