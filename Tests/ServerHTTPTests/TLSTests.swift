import Domain
import Foundation
import Logging
import NIOSSL
import ServerHTTP
import TestSupport
import Testing
import WireProtocol

@Suite("TLS")
struct TLSTests {
  private static let logger = Logger(label: "messageai.tls") { _ in SwiftLogNoOpLogHandler() }

  /// Runs `body` with a workspace whose server shows the certificate "first", until 2037.
  private func run(
    configure: (inout ServerConfiguration) -> Void = { _ in },
    _ body: (TestWorkspace, TestCertificates, ServerCertificate) async throws -> Void
  ) async throws {
    let files = try await TestCertificates()
    defer { files.remove() }
    try await files.make("first", to: "2037-01-01")
    try files.use("first")
    let certificate = try ServerCertificate(certificate: files.certificate, key: files.key, logger: Self.logger)
    try await TestWorkspace.run(configure: {
      $0.certificate = certificate
      configure(&$0)
    }) { workspace in try await body(workspace, files, certificate) }
  }

  private func tunnel<Value>(
    to workspace: TestWorkspace, _ manner: TLSTunnel.Manner = .init(), _ body: (TLSTunnel) async throws -> Value
  ) async throws -> Value {
    let tunnel = try await TLSTunnel.start(to: workspace.server.instance.port, manner: manner)
    do {
      let value = try await body(tunnel)
      try await tunnel.close()
      return value
    } catch {
      try await tunnel.close()
      throw error
    }
  }

  private func open(_ user: TestUser, through port: Int, after paths: [String] = []) async throws -> TestSocket {
    let socket = try await TestSocket.open(port: port, before: paths)
    try await socket.send(.hello(version: 1, token: user.token, client: nil, known: [:], more: false))
    guard case .welcome = try await socket.next() else { throw UnexpectedFrames([]) }
    _ = try await socket.first { $0 == .synced ? true : nil }
    return socket
  }

  @Test("carries requests and sockets, first and later ones of a connection, and what they say", arguments: [0, 3])
  func carries(before: Int) async throws {
    try await run { workspace, _, _ in
      let paths = Array(repeating: "/openapi.json", count: before)
      let socket = try await open(workspace.ada, through: workspace.server.http.port, after: paths)
      try await workspace.bob.post("over TLS", in: workspace.group)
      let delta = try await socket.first { if case .delta(let delta) = $0 { delta } else { nil } }
      #expect(delta.messages.last?.text == "over TLS")
      socket.cut()
      try await workspace.expectStillServing()
    }
  }

  @Test("is spoken from version 1.2 on, and for HTTP/1.1 only")
  func versions() async throws {
    try await run { workspace, _, _ in
      for (version, isSpoken) in [(.tlsv11, false), (.tlsv12, true), (.tlsv13, true)] as [(TLSVersion, Bool)] {
        var manner = TLSTunnel.Manner()
        manner.newest = version
        manner.protocols = ["h2", "http/1.1"]
        try await tunnel(to: workspace, manner) { tunnel in
          let answer = try? await TestHTTP(port: tunnel.port).send("GET", "/health")
          #expect((answer?.status == 200) == isSpoken)
          #expect(tunnel.protocols == (isSpoken ? ["http/1.1"] : []))
        }
      }
    }
  }

  @Test("who speaks plain HTTP is told so, and the connection ends")
  func plain() async throws {
    try await run { workspace, _, _ in
      let stream = try TestStream(port: workspace.server.instance.port)
      try stream.write(Array("GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8))
      let text = String(decoding: await stream.readAll(), as: UTF8.self)
      #expect(text.hasPrefix("HTTP/1.1 400") && text.hasSuffix("This port speaks HTTPS only.\n"))
      #expect(stream.hasEnded)
      try await workspace.expectStillServing()
    }
  }

  @Test("who begins no handshake, or does not end it, is closed")
  func silent() async throws {
    try await run(configure: {
      // Long enough for the handshakes of the workspace's own clients on a busy machine.
      $0.timings.greeting = .seconds(3)
      $0.timings.tick = .milliseconds(20)
    }) { workspace, _, _ in
      let streams = try [[], [0x16], [0x16, 0x03, 0x01, 0x02, 0x00, 0x01]].map { (start: [UInt8]) in
        let stream = try TestStream(port: workspace.server.instance.port)
        try stream.write(start)
        return stream
      }
      for stream in streams {
        _ = await stream.readAll()
        #expect(stream.hasEnded)
      }
    }
  }

  @Test("whose peer takes no answers is thrown away; who takes them gets them whole")
  func unread() async throws {
    try await run(configure: {
      $0.timings.unread = .seconds(1)
      $0.timings.tick = .milliseconds(20)
    }) { workspace, _, _ in
      var manner = TLSTunnel.Manner()
      manner.appetite = 0
      try await tunnel(to: workspace, manner) { tunnel in
        let stream = try TestStream(port: tunnel.port)
        let request = Array("GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
        try stream.write(Array(repeatElement(request, count: 60).joined()))
        try await eventually("the connection is thrown away") {
          _ = try stream.read(until: Date())
          return stream.hasEnded
        }
      }
      #expect(try await workspace.server.http.send("GET", "/openapi.json").body.count > 10_000)
    }
  }

  @Test("a socket whose peer takes nothing is cut, and hurts nobody")
  func slowSocket() async throws {
    try await run(configure: { $0.limits.maximumSocketBacklog = 64 << 10 }) { workspace, _, _ in
      var manner = TLSTunnel.Manner()
      manner.appetite = 20_000
      try await tunnel(to: workspace, manner) { tunnel in
        let slow = try await open(workspace.bob, through: tunnel.port)
        defer { slow.cut() }
        let sender = try await open(workspace.ada, through: workspace.server.http.port)
        let text = String(repeating: "x", count: 8_000)
        var ref: Int64 = 0
        let metrics = workspace.server.instance.context.metrics
        while !metrics.prometheusText().contains("messageai_slow_readers_total 1") {
          ref += 1
          try await sender.post(text, in: workspace.group, ref: ref)
          try #require(ref < 4_000, "the reader was never cut")
        }
        try await eventually("the server lets go of it") {
          metrics.prometheusText().contains("messageai_connections 1\n")
        }
        try await workspace.expectStillServing()
      }
    }
  }

  @Test("a new certificate is shown to whoever comes then; open sockets stay")
  func renewed() async throws {
    try await run { workspace, files, certificate in
      try await tunnel(to: workspace) { tunnel in
        let socket = try await open(workspace.ada, through: tunnel.port)
        try await files.make("second", to: "2038-01-01")
        try files.use("second")
        certificate.refresh()
        let later = try await open(workspace.bob, through: tunnel.port)
        #expect(
          tunnel.ends.map { ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: Double($0))) } == [
            "2037-01-01T00:00:00Z", "2038-01-01T00:00:00Z",
          ])
        try await workspace.bob.post("to the first", in: workspace.group)
        for socket in [socket, later] {
          let delta = try await socket.first { if case .delta(let delta) = $0 { delta } else { nil } }
          #expect(delta.messages.last?.text == "to the first")
        }
        #expect(try await metrics(workspace).contains("messageai_tls_reloads_total 1\n"))
      }
    }
  }

  @Test("the files are looked at without being asked to")
  func looked() async throws {
    try await run(configure: { $0.timings.certificate = .milliseconds(20) }) { workspace, files, _ in
      try await files.make("second", to: "2038-01-01")
      try files.use("second")
      try await eventually("the new certificate is taken") {
        try await metrics(workspace).contains("messageai_tls_reloads_total 1\n")
      }
    }
  }

  @Test(
    "new files that cannot be used leave the former certificate, are told of when they stay, and can be put right",
    arguments: ["expired", "early", "mismatched", "no certificate", "no key", "missing"])
  func broken(_ how: String) async throws {
    try await run { workspace, files, certificate in
      try await files.make("second", to: "2038-01-01")
      switch how {
      case "expired":
        try await files.make("old", to: "2021-01-01")
        try files.use("old")
      case "early":
        try await files.make("early", from: "2099-01-01", to: "2100-01-01")
        try files.use("early")
      case "mismatched": try files.use("second", key: "first")
      case "no certificate": try Data("nothing".utf8).write(to: URL(fileURLWithPath: files.certificate))
      case "no key": try Data("nothing".utf8).write(to: URL(fileURLWithPath: files.key))
      default: try FileManager.default.removeItem(atPath: files.key)
      }
      certificate.refresh()
      // One file is replaced after the other: only what stays so is wrong.
      #expect(try await metrics(workspace).contains("messageai_tls_reload_failing \(how == "missing" ? 1 : 0)\n"))
      certificate.refresh()
      #expect(try await metrics(workspace).contains("messageai_tls_reload_failing 1\n"))
      try await tunnel(to: workspace) { tunnel in
        let answer = try await TestHTTP(port: tunnel.port).send("GET", "/health")
        #expect(answer.status == 200)
        #expect(tunnel.ends.count == 1)
      }
      try files.use("second")
      certificate.refresh()
      let text = try await metrics(workspace)
      #expect(text.contains("messageai_tls_reload_failing 0\n") && text.contains("messageai_tls_reloads_total 1\n"))
    }
  }

  @Test("asked to, the server tells at once")
  func atOnce() async throws {
    try await run { workspace, files, certificate in
      try Data().write(to: URL(fileURLWithPath: files.certificate))
      certificate.refresh(atOnce: true)
      #expect(try await metrics(workspace).contains("messageai_tls_reload_failing 1\n"))
    }
  }

  private func metrics(_ workspace: TestWorkspace) async throws -> String {
    try await workspace.server.http.send("GET", "/metrics").text
  }
}

@Suite("A server's certificate")
struct ServerCertificateTests {
  @Test("cannot be used when it has expired, is not valid yet, has another key, or is none")
  func refused() async throws {
    let files = try await TestCertificates()
    defer { files.remove() }
    try await files.make("first", from: "2026-01-01", to: "2027-01-01")
    try await files.make("second", from: "2026-01-01", to: "2027-01-01")
    try files.use("first")
    #expect(throws: Never.self) { try load(files, on: "2026-06-01") }
    #expect(
      problem(files, on: "2027-01-02")
        == "The certificate in FOLDER/certificate.pem has expired on 2027-01-01T00:00:00Z.")
    #expect(
      problem(files, on: "2025-12-31")
        == "The certificate in FOLDER/certificate.pem is valid only from 2026-01-01T00:00:00Z.")
    try files.use("first", key: "second")
    #expect(
      problem(files, on: "2026-06-01")
        == "The key in FOLDER/key.pem does not belong to the certificate in FOLDER/certificate.pem.")
    try Data("nothing".utf8).write(to: URL(fileURLWithPath: files.key))
    #expect(
      problem(files, on: "2026-06-01")
        == "The file FOLDER/key.pem holds no private key in PEM format, or one with a password.")
    try Data("nothing".utf8).write(to: URL(fileURLWithPath: files.certificate))
    #expect(problem(files, on: "2026-06-01") == "The file FOLDER/certificate.pem holds no certificate in PEM format.")
    try FileManager.default.removeItem(atPath: files.certificate)
    #expect(
      problem(files, on: "2026-06-01") == "The file of the TLS certificate, FOLDER/certificate.pem, cannot be read.")
  }

  @Test("is warned of once a day from 14 days before its end, and when that has come")
  func warnings() async throws {
    let files = try await TestCertificates()
    defer { files.remove() }
    try await files.make("first", from: "2026-01-01", to: "2027-01-31")
    try files.use("first")
    let clock = SettableClock(Self.moment("2027-01-16"))
    let log = LogLines()
    let certificate = try ServerCertificate(
      certificate: files.certificate, key: files.key, clock: clock, logger: Logger(label: "tls") { _ in log })
    #expect(log.lines.isEmpty)
    clock.advance(seconds: 2 * Self.day)
    certificate.refresh()
    certificate.refresh()
    #expect(log.lines == ["warning: the certificate expires soon [days=13]"])
    clock.advance(seconds: Self.day)
    certificate.refresh()
    clock.advance(seconds: 13 * Self.day)
    certificate.refresh()
    #expect(
      log.lines.dropFirst() == [
        "warning: the certificate expires soon [days=12]", "error: the certificate has expired: clients refuse it",
      ])
  }

  private static let day: Int64 = 86_400

  private func load(_ files: TestCertificates, on date: String) throws {
    _ = try ServerCertificate(
      certificate: files.certificate, key: files.key, clock: SettableClock(Self.moment(date)),
      logger: Logger(label: "tls") { _ in SwiftLogNoOpLogHandler() })
  }

  private func problem(_ files: TestCertificates, on date: String) -> String? {
    do {
      try load(files, on: date)
      return nil
    } catch {
      return "\(error)".replacingOccurrences(of: files.folder.path, with: "FOLDER")
    }
  }

  private static func moment(_ date: String) -> Timestamp {
    Timestamp((try? Date("\(date)T00:00:00Z", strategy: .iso8601)) ?? .distantPast)
  }
}

/// What was logged: level, message and metadata of each line.
private final class LogLines: LogHandler, @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [String] = []
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  var lines: [String] { lock.withLock { kept } }

  func log(event: LogEvent) {
    let metadata = event.metadata.map { " [\($0.map { "\($0)=\($1)" }.sorted().joined(separator: " "))]" } ?? ""
    lock.withLock { kept.append("\(event.level): \(event.message)\(metadata)") }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }
}
