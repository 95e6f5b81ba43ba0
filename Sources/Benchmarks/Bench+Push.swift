import Domain
import Foundation
import ServerCore
import Synchronization

extension Bench {
  /// The ack of messages at a steady rate with nobody to notify, with a notification for each, and
  /// while one message is told of on many devices; and how soon notifications go out.
  func push(devices: Int, pairs: Int, rate: Int) async throws {
    let folder = try makeDataFolder()
    let fixture = try BenchFixture(folder: folder)
    let users = try await fixture.makeUsers(pairs * 3 + 1 + Self.readers)
    let (chatting, absent) = (Array(users.prefix(pairs * 2)), Array(users[pairs * 2..<pairs * 3]))
    let (speaker, readers) = (users[pairs * 3], Array(users.suffix(Self.readers)))
    var groups: [ConversationID] = []
    for index in 0..<pairs {
      groups.append(
        try await fixture.makeGroup([chatting[index * 2], chatting[index * 2 + 1], absent[index]]))
    }
    let crowd = try await fixture.makeGroup([speaker] + readers)
    fixture.close()
    let receiver = try PushReceiver()
    receiver.start()
    func load(on server: ServerProcess) throws -> PacedLoad {
      let buffer = ReadBuffer()
      let sockets = try LoadSocket.connect(chatting, known: chatting.map { _ in [:] }, to: server, buffer: buffer)
      let load = PacedLoad(
        try LoadLoop(sockets, buffer: buffer), targets: chatting.indices.map { groups[$0 / 2] })
      try load.run(rate: rate, seconds: 2)
      load.forget()
      return load
    }

    let options = ["--push-contact", "mailto:bench@example.org", "--push-origin", receiver.origin]
    var server = try ServerProcess(data: folder, options: options)
    let alone = try load(on: server)
    try alone.run(rate: rate, seconds: seconds)
    server.stop()

    let again = try BenchFixture(folder: folder)
    for user in absent { try await again.makeDevices(1, of: user, at: receiver.origin) }
    for user in readers { try await again.makeDevices(devices / Self.readers, of: user, at: receiver.origin) }
    let token = try await again.withFreshTokens([speaker])[0].token
    again.close()
    server = try ServerProcess(data: folder, options: options)
    defer { server.stop() }
    let beside = try load(on: server)
    try beside.run(rate: rate, seconds: seconds)
    let name = "\(rate) messages/s"
    record(name, "ack p99 with nobody to notify", alone.acks.value(0.99), "ms")
    record(name, "ack p99 with a notification each", beside.acks.value(0.99), "ms")
    try receiver.wait(for: Int(Double(rate) * (seconds + 2)))
    let delay = try server.delay(0.99)
    record(name, "commit to request, p99 at most", delay, "ms", target: 1_000)

    beside.forget()
    let before = receiver.count
    let started = ContinuousClock.now
    try PlainHTTP(port: server.port, token: token).send(
      "POST", "/v1/conversations/\(crowd)/messages",
      body: Array("{\"id\":\"\(RandomIdentifierSource().next() as MessageID)\",\"text\":\"To all of you\"}".utf8))
    let total = devices / Self.readers * Self.readers
    var took: Duration?
    var sent = 0
    while took == nil {
      try beside.run(rate: rate, seconds: 0.5)
      sent += Int(Double(rate) * 0.5)
      if receiver.count >= before + total + sent - rate { took = .now - started }
      guard .now - started < .seconds(300) else { throw BenchError("\(receiver.count - before) came only") }
    }
    let crowded = "\(name), one message to \(total) devices"
    record(crowded, "ack p99 meanwhile", beside.acks.value(0.99), "ms", target: alone.acks.value(0.99) * 2)
    record(crowded, "all told", took?.inSeconds ?? 0, "s")
    try remove(folder)
  }

  /// People who have the devices.
  private static let readers = 200
}

extension BenchFixture {
  /// Sessions of a user whose devices browsers have, with the keys of RFC 8291, appendix A.
  func makeDevices(_ count: Int, of user: BenchUser, at origin: String) async throws {
    guard
      let key = Base64URL.decode(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
      let secret = Base64URL.decode("BTBZMqHH6r4Tts7J_aSIgg")
    else { throw BenchError("the keys of the devices are none") }
    for _ in 0..<count {
      let session = try await makeSession(of: user)
      let device = PushDevice(service: .web, address: "\(origin)/\(session)", publicKey: key, secret: secret)
      try await perform(.push(.subscribe(user: user.id, session: session, device)))
    }
  }
}

extension ServerProcess {
  /// Milliseconds within which this share of the notifications went out: the upper bound of its
  /// bucket.
  fileprivate func delay(_ share: Double) throws -> Double {
    let answer = try PlainHTTP(port: port, token: "").send("GET", "/metrics")
    let name = "messageai_push_delay_seconds_bucket{le=\""
    let buckets = String(decoding: answer.body, as: UTF8.self).split(separator: "\n").compactMap { line in
      line.hasPrefix(name) ? line.dropFirst(name.count).split(separator: "\"} ") : nil
    }
    let total = buckets.last.flatMap { Double($0[1]) } ?? 0
    guard let bucket = buckets.first(where: { (Double($0[1]) ?? 0) >= total * share }) else {
      throw BenchError("the server says nothing of notifications")
    }
    return (Double(bucket[0]) ?? .infinity) * 1_000
  }
}

/// A push service that takes everything.
private final class PushReceiver: Sendable {
  let origin: String
  private let descriptor: Int32
  private let received = Mutex(0)
  /// Keeps the socket open.
  nonisolated(unsafe) private let stream: TCPStream

  init() throws {
    stream = try TCPStream.listening()
    try stream.takeConnections()
    descriptor = stream.descriptor
    origin = "http://127.0.0.1:\(try stream.localPort())"
  }

  var count: Int { received.withLock { $0 } }

  func wait(for count: Int) throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while self.count < count {
      guard .now < deadline else { throw BenchError("\(self.count) of \(count) notifications came") }
      usleep(10_000)
    }
  }

  func start() {
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { return }
        Thread.detachNewThread { [self] in answer(connection) }
      }
    }
  }

  private func answer(_ connection: Int32) {
    defer { close(connection) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 8_192)
    while true {
      let count = recv(connection, &part, part.count, 0)
      guard count > 0 else { return }
      bytes += part[..<count]
      while let length = Self.request(at: bytes) {
        bytes.removeFirst(length)
        received.withLock { $0 += 1 }
        let reply = Array("HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n".utf8)
        guard send(connection, reply, reply.count, 0) == reply.count else { return }
      }
    }
  }

  /// How long the first request is; `nil` before all of it is there.
  private static func request(at bytes: [UInt8]) -> Int? {
    guard let head = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).lowercased().split(separator: "\r\n")
    let length = lines.first { $0.hasPrefix("content-length:") }.flatMap {
      Int($0.dropFirst(15).drop(while: { $0 == " " }))
    }
    let end = head.upperBound + (length ?? 0)
    return bytes.count >= end ? end : nil
  }
}
