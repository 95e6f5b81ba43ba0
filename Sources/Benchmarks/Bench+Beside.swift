import Domain
import Foundation
import Intelligence

extension Bench {
  /// What the server's intelligence does while the chat is measured.
  private enum Company: String, CaseIterable {
    /// It is off.
    case none = "intelligence off"
    /// It works on a backlog, and on every message that is measured.
    case busy = "pipeline busy"
    /// The same, and people wait for a provider that takes their requests and never answers.
    case hanging = "pipeline busy, provider hanging"
    /// The pipeline works, and a connected model reads what is new in the conversations.
    case reading = "pipeline busy, model reading"
  }

  /// A model looks every ten seconds whether there is something to read.
  private static let readingSeconds = 25.0

  /// The ack of messages at a steady rate, beside an intelligence that does nothing, works, waits
  /// for a provider that hangs, or has a model read what is new.
  func beside(pairs: Int, rate: Int, backlog: Int, models: String) async throws {
    var alone: Percentiles?
    for company in Company.allCases {
      let acks = try await acks(beside: company, pairs: pairs, rate: rate, backlog: backlog, models: models)
      let name = "\(rate) messages/s, \(company.rawValue)"
      record(name, "ack p50", acks.value(0.5), "ms", target: alone.map { $0.value(0.5) + 1 })
      record(name, "ack p99", acks.value(0.99), "ms", target: alone.map { max($0.value(0.99) * 2, $0.value(0.99) + 5) })
      alone = alone ?? acks
    }
  }

  private func acks(
    beside company: Company, pairs: Int, rate: Int, backlog: Int, models: String
  ) async throws -> Percentiles {
    let folder = try makeDataFolder()
    let fixture = try BenchFixture(folder: folder)
    let users = try await fixture.makeUsers(pairs * 2)
    let conversations = try await fixture.makePairs(users)
    let group = try await fixture.makeGroup(users)
    if company != .none { try await fixture.post(backlog, to: group, from: users[0], text: Self.text) }
    let known = try users.map { try fixture.feedRevs(of: $0) }
    fixture.close()
    // The system takes connections to it, and nobody ever reads them.
    let silence = try TCPStream.listening()
    try silence.takeConnections()
    let reader = company == .reading ? try ReadingProvider() : nil
    let server = try ServerProcess(
      data: folder, models: company == .none ? nil : models,
      environment: try Self.environment(company, silence: silence, reader: reader))
    defer { server.stop() }
    let buffer = ReadBuffer()
    let sockets = try LoadSocket.connect(users, known: known, to: server, buffer: buffer)
    let load = PacedLoad(try LoadLoop(sockets, buffer: buffer), targets: users.indices.map { conversations[$0 / 2] })
    try load.run(rate: rate, seconds: 2)
    load.forget()
    var waiting: [TCPStream] = []
    if company == .hanging {
      for user in users { waiting.append(try Self.ask(port: server.port, user: user, group: group)) }
    }
    let before = company == .none ? 0 : try Self.waitingMessages(port: server.port, user: users[0])
    try load.run(rate: rate, seconds: company == .reading ? max(seconds, Self.readingSeconds) : seconds)
    if company != .none {
      let after = try Self.waitingMessages(port: server.port, user: users[0])
      let worked = before - after + load.acks.count
      record("\(rate) messages/s, \(company.rawValue)", "messages worked on meanwhile", Double(worked), "", target: nil)
      if after == 0 { note("The backlog was worked off before the end: give a larger one.") }
    }
    if company == .hanging {
      let held = try silence.waitingConnections()
      guard held > 0 else { throw BenchError("nobody waited for the provider") }
      record("\(rate) messages/s, \(company.rawValue)", "requests that wait for the provider", Double(held), "")
    }
    if let reader {
      guard reader.answered > 0 else { throw BenchError("no model has read anything") }
      record("\(rate) messages/s, \(company.rawValue)", "readings of the model", Double(reader.answered), "")
    }
    waiting = []
    try remove(folder)
    return load.acks
  }

  private static func environment(
    _ company: Company, silence: TCPStream, reader: ReadingProvider?
  ) throws -> [String: String] {
    switch company {
    case .none, .busy: [:]
    case .hanging: provider(at: try silence.localPort())
    case .reading: reader.map { provider(at: $0.port) } ?? [:]
    }
  }

  private static func provider(at port: Int) -> [String: String] {
    [
      "MESSAGEAI_AI_PROVIDER": "compatible", "MESSAGEAI_AI_BASE_URL": "http://127.0.0.1:\(port)/v1",
      "MESSAGEAI_AI_MODEL": "silent",
    ]
  }

  /// Sends a request that the server needs its provider for, and waits for no answer.
  private static func ask(port: Int, user: BenchUser, group: ConversationID) throws -> TCPStream {
    let stream = try TCPStream(port: port)
    let body = "{\"range\":\"last\",\"count\":50}"
    try stream.writeAll(
      Array(
        """
        POST /v1/conversations/\(group)/summary HTTP/1.1\r
        Host: localhost\r
        Authorization: Bearer \(user.token)\r
        Content-Type: application/json\r
        Content-Length: \(body.utf8.count)\r
        \r
        \(body)
        """.utf8))
    return stream
  }

  private static func waitingMessages(port: Int, user: BenchUser) throws -> Int {
    let stream = try TCPStream(port: port)
    let request =
      "GET /v1/ai/status HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(user.token)\r\nConnection: close\r\n\r\n"
    try stream.writeAll(Array(request.utf8))
    var answer: [UInt8] = []
    while true {
      let part = try stream.read(upTo: 4_096)
      guard !part.isEmpty else { break }
      answer += part
    }
    guard let start = answer.firstIndex(of: UInt8(ascii: "{")) else { throw BenchError("the status cannot be read") }
    return try JSONDecoder().decode(AIStatus.self, from: Data(answer[start...])).waitingMessages
  }
}
