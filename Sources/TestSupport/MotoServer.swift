import Domain
import Foundation
import Media

/// moto's S3 server in a process of its own, with one bucket and one user, whose key it checks.
package final class MotoServer: Sendable {
  package let port: Int
  package let bucket = "messageai-tests"
  package let accessKey: String
  package let secretKey: String
  private let process: Process
  private let folder: String

  /// Runs `body` with a server that has nothing stored, and stops it.
  package static func run<Value>(_ body: (MotoServer) async throws -> Value) async throws -> Value {
    let server = try await start()
    defer { server.stop() }
    let made = try await server.send("PUT", "/\(server.bucket)")
    guard made.status == 200 else { throw ServerChild.Failure(description: "no bucket: \(made.text)") }
    return try await body(server)
  }

  private init(port: Int, accessKey: String, secretKey: String, process: Process, folder: String) {
    self.port = port
    self.accessKey = accessKey
    self.secretKey = secretKey
    self.process = process
    self.folder = folder
  }

  private static func start() async throws -> MotoServer {
    let folder = NSTemporaryDirectory() + "messageai-moto-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let log = URL(fileURLWithPath: folder + "/log")
    try Data().write(to: log)
    let process = Process()
    let repository = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardizedFileURL
    process.executableURL = repository.appendingPathComponent("scripts/moto")
    process.arguments = ["-H", "127.0.0.1", "-p", "0"]
    // Without this it believes every signature. The first requests are those that make the key.
    process.environment = ProcessInfo.processInfo.environment.merging(["INITIAL_NO_AUTH_ACTION_COUNT": "3"]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: log)
    try process.run()
    do {
      try await eventually("moto's start", timeout: .seconds(120)) {
        guard process.isRunning else { throw ServerChild.Failure(description: "moto ended: \(try said(log))") }
        return try announcedPort(in: said(log)) != nil
      }
      let port = try require(try announcedPort(in: said(log)), "moto's port")
      _ = try await askUsers(port, "Action=CreateUser")
      let key = try await askUsers(port, "Action=CreateAccessKey")
      _ = try await askUsers(port, "Action=PutUserPolicy&PolicyName=all&PolicyDocument=\(policy)")
      return MotoServer(
        port: port, accessKey: try require(element("AccessKeyId", in: key), "the access key"),
        secretKey: try require(element("SecretAccessKey", in: key), "the secret key"), process: process,
        folder: folder)
    } catch {
      process.terminate()
      throw error
    }
  }

  private func stop() {
    // It stays for its open connections when it is asked to end.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }

  // MARK: Settings

  /// Settings for a place in the bucket, as an operator would give them.
  package func environment(endpoint: Int? = nil, accessKey: String? = nil, secretKey: String? = nil) -> [String: String]
  {
    [
      "MESSAGEAI_S3_ENDPOINT": "http://127.0.0.1:\(endpoint ?? port)",
      "MESSAGEAI_S3_ACCESS_KEY": accessKey ?? self.accessKey,
      "MESSAGEAI_S3_SECRET_KEY": secretKey ?? self.secretKey,
    ]
  }

  package func place(_ prefix: String) -> String { "s3://\(bucket)/\(prefix)" }

  // MARK: What is there

  /// Keys of all objects.
  package func objects() async throws -> [String] {
    try Self.keys(in: await send("GET", "/\(bucket)", [("list-type", "2")]))
  }

  /// Whether nothing takes room.
  package func isEmpty() async throws -> Bool {
    let (objects, uploads) = (try await objects(), try await openUploads())
    return objects.isEmpty && uploads.isEmpty
  }

  /// Keys of uploads in parts that were neither completed nor ended.
  package func openUploads() async throws -> [String] {
    try Self.keys(in: await send("GET", "/\(bucket)", [("uploads", "")]))
  }

  private static func keys(in answer: TestHTTP.Answer) throws -> [String] {
    guard answer.status == 200 else { throw ServerChild.Failure(description: answer.text) }
    return answer.text.components(separatedBy: "<Key>").dropFirst().map { $0.components(separatedBy: "</Key>")[0] }
  }

  /// Any request, well signed.
  @discardableResult
  package func send(
    _ method: String, _ path: String, _ query: [(name: String, value: String)] = []
  ) async throws -> TestHTTP.Answer {
    let time = S3Signer.time(Date())
    let request = S3Request(
      method: method, path: path, query: query,
      headers: [("host", "127.0.0.1:\(port)"), ("x-amz-content-sha256", "UNSIGNED-PAYLOAD"), ("x-amz-date", time)],
      digest: "UNSIGNED-PAYLOAD")
    let signer = S3Signer(accessKey: accessKey, secretKey: secretKey, region: "us-east-1")
    return try await TestHTTP(port: port).send(
      method, request.target,
      headers: request.headers.dropFirst().map { ($0.name, $0.value) }
        + [("authorization", signer.authorization(request, at: time))])
  }

  // MARK: Users

  private static let policy =
    "%7B%22Version%22%3A%222012-10-17%22%2C%22Statement%22%3A%5B%7B%22Effect%22%3A%22Allow%22%2C%22Action%22%3A%22s3%3A%2A%22%2C%22Resource%22%3A%22%2A%22%7D%5D%7D"

  private static func askUsers(_ port: Int, _ form: String) async throws -> String {
    let scope = "Credential=a/20130524/us-east-1/iam/aws4_request, SignedHeaders=host, Signature=0"
    let answer = try await TestHTTP(port: port).send(
      "POST", "/", body: [UInt8]("\(form)&Version=2010-05-08&UserName=server".utf8),
      type: "application/x-www-form-urlencoded", headers: [("Authorization", "AWS4-HMAC-SHA256 \(scope)")])
    guard answer.status == 200 else { throw ServerChild.Failure(description: "\(form): \(answer.text)") }
    return answer.text
  }

  private static func element(_ name: String, in text: String) -> String? {
    text.components(separatedBy: "<\(name)>").dropFirst().first?.components(separatedBy: "</\(name)>").first
  }

  private static func said(_ log: URL) throws -> String { try String(contentsOf: log, encoding: .utf8) }

  private static func announcedPort(in log: String) -> Int? {
    guard let line = log.split(separator: "\n").first(where: { $0.contains("Running on http://127.0.0.1:") }) else {
      return nil
    }
    return line.split(separator: ":").last.flatMap { Int($0.prefix { $0.isNumber }) }
  }
}
