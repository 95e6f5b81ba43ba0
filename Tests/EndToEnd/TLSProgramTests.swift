import Domain
import Foundation
import TestSupport
import Testing
import WireProtocol

@Suite("messageai serve with a certificate")
struct TLSProgramTests {
  @Test("speaks HTTPS, to clients that believe its authority and to no others, and takes a new certificate on SIGHUP")
  func serves() async throws {
    let files = try await TestCertificates()
    defer { files.remove() }
    try await files.make("first", to: "2037-01-01")
    try await files.make("second", to: "2038-01-01")
    try files.use("first")
    let server = try Served(files)
    defer { server.kill() }
    let line = try await server.started()
    #expect(line.hasPrefix("MessageAI is at https://127.0.0.1:"))
    let port = try #require(line.split(separator: ":").dropFirst(2).first.flatMap { Int($0.prefix { $0.isNumber }) })

    let address = "https://localhost:\(port)"
    for name in ["ada", "ben"] {
      let made = try Self.run(
        [
          "admin", "user", "create", "--email", "\(name)@example.org", "--name", name, "--data",
          files.folder.appendingPathComponent("data").path,
        ], environment: ["MESSAGEAI_NEW_PASSWORD": "correct horse \(name)"])
      #expect(made.status == 0, "\(made.said)")
    }
    let sent = try client(files, "ada", ["send", "--to", "ben@example.org", "--server", address, "over TLS"])
    #expect(sent.status == 0, "\(sent.said)")
    // By address too: the certificate is for it.
    let exported = try client(
      files, "ben", ["export", "--conversation", "ada", "--server", "https://127.0.0.1:\(port)"])
    #expect(exported.said.contains("\"text\":\"over TLS\""))
    let stranger = try client(
      files, "ada", ["send", "--to", "ben@example.org", "--server", address, "lost"], believes: false)
    #expect(stranger.status != 0)

    let well = try Self.run(["health", "--url", "https://127.0.0.1:\(port)"], environment: [:])
    #expect(well.status == 0 && well.said.contains("\"ok\""))

    let tunnel = try await TLSTunnel.start(to: port)
    #expect(try await TestHTTP(port: tunnel.port).send("GET", "/health").status == 200)
    try files.use("second")
    server.hangUp()
    try await eventually("the new certificate is shown") {
      let other = try await TLSTunnel.start(to: port)
      let answer = try await TestHTTP(port: other.port).send("GET", "/health")
      #expect(answer.status == 200)
      let isNew = other.ends.last != tunnel.ends.first
      try await other.close()
      return isNew
    }
    // A connection from before goes on.
    #expect(try await TestHTTP(port: tunnel.port).send("GET", "/health").status == 200)
    #expect(tunnel.ends.count == 1)
    try await tunnel.close()
  }

  @Test("does not start with a certificate that nobody would believe, and says why")
  func refuses() async throws {
    let files = try await TestCertificates()
    defer { files.remove() }
    try await files.make("old", from: "2020-01-01", to: "2021-01-01")
    try files.use("old")
    for command in [["serve", "--data", "/proc/no-such-folder"], ["config", "check"]] {
      let said = try Self.run(
        command + ["--tls-certificate", files.certificate, "--tls-key", files.key], environment: [:])
      #expect(said.status == 1)
      #expect(said.said.contains("has expired on 2021-01-01T00:00:00Z"))
    }
    let half = try Self.run(["serve", "--tls-certificate", files.certificate], environment: [:])
    #expect(half.status == 64)
    #expect(half.said.contains("--tls-certificate and --tls-key belong together."))
  }

  private func client(
    _ files: TestCertificates, _ name: String, _ arguments: [String], believes: Bool = true
  ) throws -> (status: Int32, said: String) {
    try Self.run(
      arguments + ["--email", "\(name)@example.org"] + (believes ? ["--server-authorities", files.authority] : []),
      environment: [
        "MESSAGEAI_HOME": files.folder.appendingPathComponent(name).path, "MESSAGEAI_PASSWORD": "correct horse \(name)",
      ])
  }

  private static var executable: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("messageai")
  }

  private static func run(
    _ arguments: [String], environment: [String: String]
  ) throws -> (status: Int32, said: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: said, as: UTF8.self))
  }

  /// A server with the files' certificate on a free port.
  private struct Served {
    private let process = Process()
    private let output: URL

    init(_ files: TestCertificates) throws {
      output = files.folder.appendingPathComponent("output")
      try Data().write(to: output)
      process.executableURL = TLSProgramTests.executable
      process.arguments = [
        "serve", "--port", "0", "--data", files.folder.appendingPathComponent("data").path, "--no-intelligence",
        "--no-rate-limits", "--tls-certificate", files.certificate, "--tls-key", files.key,
      ]
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    /// Its first line.
    func started() async throws -> String {
      let output = output
      try await eventually("the server has started") { try Data(contentsOf: output).contains(UInt8(ascii: "\n")) }
      return try String(contentsOf: output, encoding: .utf8)
    }

    func hangUp() { Foundation.kill(process.processIdentifier, SIGHUP) }

    func kill() {
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }
}
