import Domain
import WireProtocol

/// The connected language model over REST; nothing of it is on the device.
struct LiveModelConnectionRepository: ModelConnectionRepository {
  let runtime: ClientRuntime

  func state() async throws -> ModelConnectionState {
    try await ask(.get, "")
  }

  func connect(_ form: ModelConnectionForm) async throws -> ModelConnectionState {
    try await ask(.put, "", form.json())
  }

  func disconnect() async throws {
    _ = try await runtime.call(.delete, "/v1/model")
  }

  func servers() async throws -> [ModelServer] {
    let answer: ModelServers = try await ask(.get, "/servers")
    return answer.servers
  }

  func tried(_ form: ModelConnectionForm?) async throws -> ModelTrial {
    try await ask(.post, "/trial", ModelTrialForm(connection: form).json())
  }

  func compare(_ conversation: ConversationID, days: Int) async throws -> ModelComparison {
    try await ask(.post, "/comparison", ModelComparisonForm(conversation: conversation, days: days).json())
  }

  private func ask<Answer: WireBody>(_ method: HTTPVerb, _ path: String, _ body: [UInt8]? = nil) async throws -> Answer
  {
    let bytes = try await runtime.call(method, "/v1/model\(path)", body: body)
    do {
      return try Answer(json: bytes)
    } catch {
      throw ClientError.unreadableAnswer
    }
  }
}
