import Foundation

/// A NATS server in a process of its own.
package final class NATSServer: Sendable {
  package let port: Int
  private let process: Process
  private let log: URL

  package var address: String { "nats://127.0.0.1:\(port)" }

  private init(port: Int, process: Process, log: URL) {
    self.port = port
    self.process = process
    self.log = log
  }

  /// Runs `body` beside a server, and stops that. `port` `nil` is any that is free.
  package static func run<Value>(port: Int? = nil, _ body: (NATSServer) async throws -> Value) async throws -> Value {
    let server = try await start(port: port)
    defer { server.stop() }
    return try await body(server)
  }

  private static func start(port: Int?) async throws -> NATSServer {
    let log = URL(fileURLWithPath: NSTemporaryDirectory() + "messageai-nats-\(UUID())")
    try Data().write(to: log)
    let process = Process()
    process.executableURL =
      URL(fileURLWithPath: #filePath).appendingPathComponent("../../../scripts/nats")
      .standardizedFileURL
    process.arguments = ["-a", "127.0.0.1", "-p", port.map { "\($0)" } ?? "-1", "-l", log.path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    do {
      try await eventually("the start of NATS", timeout: .seconds(120)) {
        guard process.isRunning else { throw TimedOut(description: "NATS ended: \(try said(log))") }
        return try said(log).contains("Server is ready")
      }
      let announced = try said(log).firstMatch(of: /client connections on 127\.0\.0\.1:(\d+)/)
      guard let found = announced.flatMap({ Int($0.1) }) else { throw TimedOut(description: "NATS said no port") }
      return NATSServer(port: found, process: process, log: log)
    } catch {
      process.terminate()
      throw error
    }
  }

  private static func said(_ log: URL) throws -> String { try String(contentsOf: log, encoding: .utf8) }

  private func stop() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: log)
  }
}
