import AIProviders
import Synchronization

/// A server of models on loopback as admins connect one: it wants a key if it is given one, knows
/// one model, lists it as Ollama does, and answers every question. It can be made to wait.
package final class ConnectedModelServer: Sendable {
  package let server: RecordedModelServer
  /// Up to the version.
  package let address: String
  package let port: Int

  private init(_ server: RecordedModelServer, _ address: String) throws {
    self.server = server
    self.address = address
    let port = address.split(separator: ":").last?.split(separator: "/").first.flatMap { Int($0) }
    self.port = try require(port, "the port of the model's server")
  }

  /// What it was asked, without what it was asked to list.
  package var questions: [RecordedRequest] { server.requests.filter { $0.path == "/v1/chat/completions" } }

  /// Runs `body` with a started server. `isSilent`: whether a request is taken and not answered.
  package static func run<Value>(
    model: String = "small", key: String? = nil,
    isSilent: @escaping @Sendable (RecordedRequest) -> Bool = { _ in false },
    _ body: (ConnectedModelServer) async throws -> Value
  ) async throws -> Value {
    let server = RecordedModelServer { request, _ in
      isSilent(request) ? .silence : reply(to: request, model: model, key: key)
    }
    let address = try await server.start()
    do {
      let value = try await body(ConnectedModelServer(server, address))
      try await server.stop()
      return value
    } catch {
      try await server.stop()
      throw error
    }
  }

  private static func reply(to request: RecordedRequest, model: String, key: String?) -> RecordedReply {
    switch request.path {
    case "/api/tags": return .json(["models": [["name": .string(model)]]])
    case "/v1/chat/completions": break
    default: return .json(["error": ["message": "no such page"]], status: 404)
    }
    if let key, request.headers["authorization"] != "Bearer \(key)" {
      return .json(["error": ["message": "CANARY wrong key", "code": "invalid_api_key"]], status: 401)
    }
    guard request.body["model"]?.string == model else {
      return .json(["error": ["message": "CANARY no such model", "code": "model_not_found"]], status: 404)
    }
    let point: JSONValue = ["text": "By the model: the tide turns at noon.", "citations": [1]]
    let content =
      switch request.body["response_format"]?["json_schema"]?["name"]?.string {
      case nil: "Blue"
      case "pass":
        (["tasks": [], "decisions": [], "meetings": [], "urgency": [], "wrong": []] as JSONValue).text
      default: (["points": [point], "contributions": []] as JSONValue).text
      }
    return .json([
      "model": .string(model),
      "choices": [["message": ["content": .string(content)], "finish_reason": "stop"]],
      "usage": ["prompt_tokens": 20, "completion_tokens": 2],
    ])
  }
}
