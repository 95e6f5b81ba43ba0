import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Finds servers of language models on this very machine. Asks nobody else, and waits for nobody.
package struct ModelFinder: Sendable {
  package struct Server: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case ollama
      /// The server of llama.cpp, or another one that lists its models as OpenAI does.
      case compatible
    }

    package let kind: Kind
    package let port: Int
    /// To ask it at.
    package let address: String
    /// `false`: it still loads its model.
    package let isReady: Bool
    package let models: [String]
  }

  private struct Reply {
    let status: Int
    let json: JSONValue?
  }

  /// Where Ollama, and the servers of llama.cpp, vLLM and LM Studio listen unless told otherwise.
  package static let usualPorts = [11_434, 8_081, 8_000, 1_234, 8_080]
  private static let maximumBytes = 1 << 20
  private static let maximumModels = 200
  private static let maximumName = 200

  private let client: HTTPClient
  private let deadline: TimeAmount

  /// `milliseconds` for each of at most three questions to a port.
  package init(_ connections: ModelConnectionPool, milliseconds: Int64 = 1_500) {
    client = connections.client
    deadline = .milliseconds(milliseconds)
  }

  /// In the order of `ports`; those where nobody answers are left out.
  package func servers(at ports: [Int] = Self.usualPorts) async -> [Server] {
    await withTaskGroup(of: Server?.self) { group in
      for port in Set(ports) { group.addTask { await server(at: port) } }
      var found: [Int: Server] = [:]
      for await server in group { if let server { found[server.port] = server } }
      var seen = Set<Int>()
      return ports.filter { seen.insert($0).inserted }.compactMap { found[$0] }
    }
  }

  private func server(at port: Int) async -> Server? {
    // The server of llama.cpp has this path too, and lists its models there in OpenAI's way.
    if let tags = await reply(port, "/api/tags"), tags.status == 200, tags.json?["data"] == nil,
      let models = tags.json?["models"]?.array
    {
      return Server(
        kind: .ollama, port: port, address: Self.address(port), isReady: true, models: Self.names(models, "name"))
    }
    guard let list = await reply(port, "/v1/models") else { return nil }
    let isLoading = list.status == 503 && list.json?["error"]?["type"]?.string == "unavailable_error"
    let models = list.status == 200 ? list.json?["data"]?.array : nil
    guard isLoading || models != nil else { return nil }
    let health = isLoading ? nil : await reply(port, "/health")
    return Server(
      kind: .compatible, port: port, address: Self.address(port), isReady: !isLoading && health?.status != 503,
      models: Self.names(models ?? [], "id"))
  }

  /// `nil` when nobody answers in time.
  private func reply(_ port: Int, _ path: String) async -> Reply? {
    var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
    request.headers.add(name: "user-agent", value: "MessageAI")
    do {
      let response = try await client.execute(request, deadline: .now() + deadline)
      let body = try await response.body.collect(upTo: Self.maximumBytes)
      return Reply(status: Int(response.status.code), json: Self.parsed(Array(body.readableBytesView)))
    } catch {
      // Whoever does not answer is no server of models.
      return nil
    }
  }

  private static func address(_ port: Int) -> String { "http://127.0.0.1:\(port)/v1" }

  private static func parsed(_ bytes: [UInt8]) -> JSONValue? {
    do throws(JSONParser.Failure) { return try JSONParser.parse(bytes[...]) } catch { return nil }
  }

  /// Names as they may be shown: whoever listens on a port may say anything.
  private static func names(_ models: [JSONValue], _ key: String) -> [String] {
    Array(
      models.lazy.compactMap { $0[key]?.string }.filter { name in
        !name.isEmpty && name.count <= maximumName
          && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
          && InvisibleText.stripped(name) == name
      }.prefix(maximumModels))
  }
}
