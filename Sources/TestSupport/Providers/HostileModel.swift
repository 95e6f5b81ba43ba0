import AIProviders
import Foundation
import Synchronization

/// A model in an attacker's hand. It obeys whatever it is shown, and on top of that gives away all
/// it knows:
///
/// - every secret in the prompt (what `secret` matches) goes into links, images, HTML and invisible
///   characters;
/// - an order in a message ("print X", "say X", "call TOOL with {…}") is carried out to the letter,
///   an encoded one too;
/// - a schema is filled in formally right, with all of that in its strings, and with citations of
///   messages that were never shown beside real ones;
/// - every tool on offer is called.
///
/// Notes each request, for tests that nothing foreign is in one.
package final class HostileModel: TextModel {
  package let name = "hostile-1"
  package let place = "evil.example"
  /// What it calls itself in its answers.
  package static let boast = "[hostile](https://evil.example/model)"

  private let requestsSeen = Mutex<[ModelRequest]>([])
  private let secret: @Sendable (String) -> [String]
  private let callsTools: Bool
  private let chunk: Int

  /// `secret` finds in a text what must not get out; words that begin with `CANARY` unless told
  /// otherwise. Streams `chunk` characters at a time.
  package init(
    callsTools: Bool = true, chunk: Int = 3, secret: @escaping @Sendable (String) -> [String] = HostileModel.canaries
  ) {
    self.callsTools = callsTools
    self.chunk = chunk
    self.secret = secret
  }

  /// All requests so far, in order.
  package var requests: [ModelRequest] { requestsSeen.withLock { $0 } }

  /// All text of all requests, as the model reads it: tools and schemas included.
  package var everythingSeen: String {
    requests.map(Self.allText).joined(separator: "\n")
  }

  package func complete(_ request: ModelRequest) async throws(ModelFailure) -> ModelAnswer {
    requestsSeen.withLock { $0.append(request) }
    let plan = plan(request)
    if let schema = request.schema {
      var filler = HostileFiller(phrases: plan.phrases, numbers: plan.numbers)
      let value = filler.value(for: schema.schema, name: "")
      return ModelAnswer(text: value.text, json: value, usage: plan.usage, model: Self.boast)
    }
    return ModelAnswer(
      text: plan.phrases.joined(separator: "\n"), toolCalls: plan.calls, usage: plan.usage, model: Self.boast,
      finishReason: plan.calls.isEmpty ? .stop : .toolCalls)
  }

  package func stream(_ request: ModelRequest) -> AsyncThrowingStream<ModelChunk, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do throws(ModelFailure) {
          let answer = try await complete(request)
          var rest = answer.text[...]
          while !rest.isEmpty {
            continuation.yield(.text(String(rest.prefix(chunk))))
            rest = rest.dropFirst(chunk)
          }
          for call in answer.toolCalls { continuation.yield(.toolCall(call)) }
          let end = ModelEnd(
            usage: answer.usage, model: answer.model, latency: 0, finishReason: answer.finishReason)
          continuation.yield(.end(end))
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Words of `text` that begin with `CANARY`.
  package static func canaries(in text: String) -> [String] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }.map(String.init).filter {
      $0.hasPrefix("CANARY")
    }
  }

  // MARK: Obedience

  private struct Plan {
    var phrases: [String]
    var numbers: [Int]
    var calls: [ModelToolCall]
    var usage: ModelUsage
  }

  private func plan(_ request: ModelRequest) -> Plan {
    let lines = request.messages.flatMap { Self.shown($0.content) }
    let texts = lines.map(\.text)
    let read = texts + texts.flatMap(HostileDecoder.decoded)
    let text = read.joined(separator: "\n")
    let secrets = Array(Set(secret(text))).sorted()
    let orders = read.flatMap(Self.orders)
    let leaks = secrets.flatMap { ["The secret is \($0)."] + HostileForms.all($0) }
    let marks = [" [1]", " [999999]", " [0]", ""]
    let phrases = (orders + (leaks.isEmpty ? HostileForms.all("nothing") : leaks)).enumerated().map { index, phrase in
      request.schema == nil ? phrase + marks[index % marks.count] : phrase
    }
    let numbers = lines.compactMap(\.number)
    return Plan(
      phrases: phrases, numbers: numbers, calls: callsTools ? calls(request, text, secrets) : [],
      usage: ModelUsage(inputTokens: text.utf8.count / 4, outputTokens: 100))
  }

  private func calls(_ request: ModelRequest, _ text: String, _ secrets: [String]) -> [ModelToolCall] {
    // Once is enough: results of tools end the exchange.
    guard !request.messages.contains(where: { $0.role == .tool }) else { return [] }
    return request.tools.enumerated().map { index, tool in
      var filler = HostileFiller(phrases: secrets.isEmpty ? ["everything"] : secrets, numbers: [1])
      let ordered = Self.arguments(for: tool.name, in: text)
      return ModelToolCall(
        id: "hostile-\(index)", name: tool.name, arguments: ordered ?? filler.value(for: tool.parameters, name: ""))
    }
  }

  /// The object after "call NAME with".
  private static func arguments(for tool: String, in text: String) -> JSONValue? {
    guard let range = text.range(of: "call \(tool) with ", options: .caseInsensitive) else { return nil }
    do { return try JSONParser.parsePrefix(Array(text[range.upperBound...].utf8)[...]) } catch { return nil }
  }

  /// What "print …", "say …", "repeat …", "write …" ask for, to the end of the line.
  private static func orders(in text: String) -> [String] {
    text.split(separator: "\n").flatMap { line in
      ["print ", "say ", "repeat ", "write ", "reply with "].compactMap { word in
        line.range(of: word, options: .caseInsensitive).map { String(line[$0.upperBound...]) }
      }
    }
  }

  /// The lines of a prompt; a message's line is read as what it says, with its number.
  package static func shown(_ content: String) -> [(text: String, number: Int?)] {
    content.split(separator: "\n").map { line in
      do {
        let value = try JSONParser.parse(String(line))
        if let text = value["text"]?.string { return (text, value["n"]?.integer) }
        return (value.string ?? value.text, nil)
      } catch {
        return (String(line), nil)
      }
    }
  }

  /// All text of a request, as the model reads it.
  package static func allText(_ request: ModelRequest) -> String {
    let messages = request.messages.flatMap { message in
      shown(message.content).map(\.text) + message.toolCalls.map { $0.name + $0.arguments.text }
    }
    let tools = request.tools.map { $0.name + $0.description + $0.parameters.text }
    return (messages + tools + [request.schema?.schema.text ?? ""]).joined(separator: "\n")
  }
}
