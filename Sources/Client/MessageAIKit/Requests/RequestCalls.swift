import ClientStore
import Domain
import WireProtocol

/// Sends requests to the server: the one place that knows their addresses and how their answers are
/// read.
struct RequestCalls: Sendable {
  let calls: SignedInCalls

  func perform(_ request: ServerRequest) async throws -> RequestAnswer {
    let body = request.body
    let address = Self.address(of: request)
    if case .talk = request {
      for try await _ in try await calls.events(address.method, address.path, body: body) {}
      let history: AssistantHistoryResponse = try Self.decode(try await calls.call(.get, address.path))
      return .talk(history.messages)
    }
    let answer = try await calls.call(address.method, address.path, body: body.isEmpty ? nil : body)
    return try Self.answer(to: request, answer)
  }

  private static func address(of request: ServerRequest) -> (method: HTTPVerb, path: String) {
    switch request {
    case .changeInsight(_, let insight, let conversation):
      (.patch, "/v1/conversations/\(conversation)/insights/\(insight)")
    case .markInsight(_, _, _, let conversation, _), .writeTask(_, _, let conversation):
      (.post, "/v1/conversations/\(conversation)/insights")
    case .remind: (.post, "/v1/reminders")
    case .postponeReminder(let reminder, _), .finishReminder(let reminder): (.patch, "/v1/reminders/\(reminder)")
    case .setOpinion(_, let subject, let message, let conversation):
      (.put, "/v1/conversations/\(conversation)/messages/\(message)/opinions/\(subject.rawValue)")
    case .correctPriority(let message, let conversation, _):
      (.put, "/v1/conversations/\(conversation)/messages/\(message)/priority")
    case .savePreferences: (.put, "/v1/ai/preferences")
    case .changeSettings(_, let conversation): (.put, "/v1/conversations/\(conversation)/settings")
    case .switchIntelligence(_, let conversation): (.put, "/v1/conversations/\(conversation)/intelligence")
    case .share(let output, _): (.post, "/v1/ai/outputs/\(output)/share")
    case .createGroup, .openDirect: (.post, "/v1/conversations")
    case .summarize(let conversation, _, _): (.post, "/v1/conversations/\(conversation)/summary")
    case .digest: (.post, "/v1/ai/digest")
    case .ask: (.post, "/v1/ai/ask")
    case .talk: (.post, "/v1/ai/assistant")
    }
  }

  private static func answer(to request: ServerRequest, _ bytes: [UInt8]) throws -> RequestAnswer {
    switch request {
    case .changeInsight, .markInsight, .writeTask: .insight(try decode(bytes))
    case .remind, .postponeReminder, .finishReminder: .reminder(try decode(bytes))
    case .changeSettings: .settings(try decode(bytes))
    case .createGroup, .openDirect: .window(try decode(bytes))
    case .summarize, .digest, .ask: .output(try decode(bytes))
    case .setOpinion, .correctPriority, .savePreferences, .switchIntelligence, .share, .talk: .done
    }
  }

  static func decode<Value: WireBody>(_ bytes: [UInt8]) throws -> Value {
    do {
      return try Value(json: bytes)
    } catch {
      throw ClientError.unreadableAnswer
    }
  }
}
