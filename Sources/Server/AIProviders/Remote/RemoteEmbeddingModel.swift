/// Embeddings behind OpenAI's interface, which the compatible endpoints speak too.
struct RemoteEmbeddingModel: EmbeddingModel {
  /// Texts in one request.
  private static let batch = 64

  let name: String
  let place: String
  let prices: ModelPrices?
  let caller: RemoteCaller

  func embed(_ texts: [String], deadline: Double) async throws(ModelFailure) -> EmbeddingAnswer {
    guard !texts.isEmpty else { return EmbeddingAnswer(vectors: [], usage: .none) }
    let end = caller.clock.now() + deadline
    return try await caller.admitted(deadline: deadline) { () async throws(ModelFailure) -> EmbeddingAnswer in
      var vectors: [[Float]] = []
      var usage = ModelUsage.none
      for start in stride(from: 0, to: texts.count, by: Self.batch) {
        let part = Array(texts[start..<min(texts.count, start + Self.batch)])
        let answer = try await caller.retrying(until: end, purpose: "embedding") {
          () async throws(ModelFailure) -> EmbeddingAnswer in
          try Self.read(await caller.json(lowering: nil) { _ in call(part) }, count: part.count)
        }
        vectors += answer.vectors
        usage = usage + answer.usage
      }
      guard Set(vectors.map(\.count)).count == 1 else {
        throw ModelFailure(.invalidAnswer, detail: "the vectors differ in length")
      }
      return EmbeddingAnswer(vectors: vectors, usage: usage)
    }
  }

  private func call(_ texts: [String]) -> ModelCall {
    let body: JSONValue = [
      "model": .string(name), "input": .array(texts.map { .string(InvisibleText.stripped($0)) }),
      "encoding_format": "float",
    ]
    let headers = caller.key.map { [(name: "authorization", value: "Bearer \($0.value)")] } ?? []
    return ModelCall(path: "/embeddings", headers: headers, body: body.bytes)
  }

  /// The vectors in the order of their `index`; each must be there once.
  private static func read(_ json: JSONValue, count: Int) throws(ModelFailure) -> EmbeddingAnswer {
    var vectors = [[Float]?](repeating: nil, count: count)
    for (position, entry) in (json["data"]?.array ?? []).enumerated() {
      let index = entry["index"]?.integer ?? position
      let numbers = (entry["embedding"]?.array ?? []).compactMap { $0.number.map { Float($0) } }
      guard vectors.indices.contains(index), vectors[index] == nil, !numbers.isEmpty,
        numbers.count == entry["embedding"]?.array?.count, numbers.allSatisfy(\.isFinite)
      else { throw ModelFailure(.invalidAnswer, detail: "a vector cannot be read") }
      vectors[index] = numbers
    }
    let all = vectors.compactMap(\.self)
    guard all.count == count else { throw ModelFailure(.invalidAnswer, detail: "a vector is missing") }
    return EmbeddingAnswer(
      vectors: all, usage: ModelUsage(inputTokens: json["usage"]?["prompt_tokens"]?.integer ?? 0, outputTokens: 0))
  }
}
