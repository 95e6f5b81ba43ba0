import AIProviders
import Synchronization

/// A model that answers as a test says, and notes what it was asked.
package final class StubModel: TextModel {
  package let name: String
  package let place = "model.example"
  private let asked = Mutex<[ModelRequest]>([])
  private let answer: @Sendable (ModelRequest) async throws(ModelFailure) -> ModelAnswer

  package init(
    name: String = "stub-1", _ answer: @escaping @Sendable (ModelRequest) async throws(ModelFailure) -> ModelAnswer
  ) {
    self.name = name
    self.answer = answer
  }

  /// A model that always answers with this value.
  package convenience init(json: JSONValue, usage: ModelUsage = ModelUsage(inputTokens: 100, outputTokens: 20)) {
    self.init { request throws(ModelFailure) in
      ModelAnswer(text: json.text, json: json, usage: usage, model: "stub-1")
    }
  }

  /// A model that always fails.
  package convenience init(failing kind: ModelFailure.Kind) {
    self.init { _ throws(ModelFailure) in throw ModelFailure(kind) }
  }

  package var requests: [ModelRequest] { asked.withLock { $0 } }

  /// Everything that was sent, as one text.
  package var everythingSeen: String {
    requests.flatMap(\.messages).map(\.content).joined(separator: "\n")
  }

  package func complete(_ request: ModelRequest) async throws(ModelFailure) -> ModelAnswer {
    asked.withLock { $0.append(request) }
    return try await answer(request)
  }

  package func stream(_ request: ModelRequest) -> AsyncThrowingStream<ModelChunk, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do throws(ModelFailure) {
          let answer = try await complete(request)
          if !answer.text.isEmpty { continuation.yield(.text(answer.text)) }
          for call in answer.toolCalls { continuation.yield(.toolCall(call)) }
          let end = ModelEnd(
            usage: answer.usage, model: answer.model, latency: answer.latency, finishReason: answer.finishReason)
          continuation.yield(.end(end))
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
