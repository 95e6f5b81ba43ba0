import Foundation
import TestSupport
import Testing

@Suite("Settings")
struct ConfigurationTests {
  @Test("an option goes before the environment, that before the file, and that before what is built in")
  func order() throws {
    try withFile(
      """
      # A comment, and an empty line.

      MESSAGEAI_PORT=1001
        MESSAGEAI_GROUP_SIZE = 11
      MESSAGEAI_MAIL_FROM="Kites <chat@example.org>"
      """
    ) { file in
      let shown = try config(
        ["show", "--config", file, "--address", "127.0.0.9", "--smtp", "smtp://mail.example.org"],
        ["MESSAGEAI_ADDRESS": "127.0.0.8", "MESSAGEAI_PORT": "1002", "MESSAGEAI_PUBLIC_ADDRESS": "https://a.example"])
      #expect(shown.status == 0, "\(shown.errors)")
      #expect(shown.says("MESSAGEAI_ADDRESS=127.0.0.9", from: "--address"))
      #expect(shown.says("MESSAGEAI_PORT=1002", from: "environment"))
      #expect(shown.says("MESSAGEAI_GROUP_SIZE=11", from: "\(file):4"))
      #expect(shown.says("MESSAGEAI_MAIL_FROM=Kites <chat@example.org>", from: "\(file):5"))
      #expect(shown.says("MESSAGEAI_LOG_LEVEL=info", from: "built in"))
    }
  }

  @Test("the environment names the file too, and an option goes before it")
  func fileOfEnvironment() throws {
    try withFile("MESSAGEAI_PORT=1001") { file in
      let shown = try config(["show"], ["MESSAGEAI_CONFIG": file])
      #expect(shown.says("MESSAGEAI_PORT=1001", from: "\(file):1"))
      let named = try config(["show", "--config=\(file)"], ["MESSAGEAI_CONFIG": "/no/such/file"])
      #expect(named.says("MESSAGEAI_PORT=1001", from: "\(file):1"))
    }
  }

  @Test("a switch that the environment or the file turns on can be turned off")
  func switches() throws {
    try withFile("MESSAGEAI_TRUST_PROXY=1\nMESSAGEAI_NO_RATE_LIMITS=1\nMESSAGEAI_NO_INTELLIGENCE=yes") { file in
      let shown = try config(["show", "--config", file, "--rate-limits"], ["MESSAGEAI_TRUST_PROXY": "0"])
      #expect(shown.says("MESSAGEAI_TRUST_PROXY=0", from: "environment"))
      #expect(shown.says("MESSAGEAI_NO_RATE_LIMITS=0", from: "--rate-limits"))
      #expect(shown.says("MESSAGEAI_NO_INTELLIGENCE=1", from: "\(file):3"))
    }
  }

  @Test("shows no secret, wherever it comes from")
  func secrets() throws {
    try withFile("MESSAGEAI_S3_SECRET_KEY=hush-file\nMESSAGEAI_AI_KEY=hush-key") { file in
      let shown = try config(
        ["show", "--config", file, "--metrics-token", "hush-option"], ["MESSAGEAI_SMTP_PASSWORD": "hush-environment"])
      #expect(!shown.output.contains("hush"))
      #expect(shown.says("MESSAGEAI_METRICS_TOKEN=(hidden)", from: "--metrics-token"))
      #expect(shown.says("MESSAGEAI_SMTP_PASSWORD=(hidden)", from: "environment"))
      #expect(shown.says("MESSAGEAI_S3_SECRET_KEY=(hidden)", from: "\(file):1"))
    }
  }

  @Test(
    "names file, line and reason of what it cannot read",
    arguments: [
      ("MESSAGEAI_PORT=eighty", "MESSAGEAI_PORT is \"eighty\"; it must be a number from 0 to 65535."),
      ("MESSAGEAI_PORT=65536", "MESSAGEAI_PORT is \"65536\"; it must be a number from 0 to 65535."),
      ("MESSAGEAI_PROT=80", "There is no setting MESSAGEAI_PROT."),
      ("PORT=80", "There is no setting PORT. MESSAGEAI_PORT is one."),
      ("MESSAGEAI_PASSWORD=hush", "There is no setting MESSAGEAI_PASSWORD."),
      ("port 80", "A line is NAME=value, or begins with #."),
      ("=80", "A name has capital letters, digits and _ only."),
      ("MESSAGEAI_WEB=\"Web", "The quotes around the value of MESSAGEAI_WEB do not match."),
      ("MESSAGEAI_WEB=C:\\Web", "The value of MESSAGEAI_WEB has a backslash: it may not."),
      ("MESSAGEAI_PORT=1\nMESSAGEAI_PORT=1", "MESSAGEAI_PORT is in line 2 already."),
      ("MESSAGEAI_TRUST_PROXY=perhaps", "MESSAGEAI_TRUST_PROXY is \"perhaps\"; it must be 1 or 0."),
      ("MESSAGEAI_TRACE_SHARE=2", "MESSAGEAI_TRACE_SHARE is \"2\"; it must be a number from 0 to 1."),
      ("MESSAGEAI_TRACE_SHARE=half", "MESSAGEAI_TRACE_SHARE is \"half\"; it must be a number from 0 to 1."),
      (
        "MESSAGEAI_SMTP_PASSWORD_FILE=/no/such/file",
        "MESSAGEAI_SMTP_PASSWORD_FILE is \"/no/such/file\"; it must be a file that can be read."
      ),
    ])
  func unreadable(_ text: String, _ reason: String) throws {
    try withFile("# One line more.\n\(text)") { file in
      let line = 1 + text.split(separator: "\n").count
      for command in [["config", "check"], ["serve"], ["admin", "user", "list"]] {
        let said = try run(command + ["--config", file], [:])
        #expect(said.status == 64)
        #expect(said.errors == "\(file):\(line): \(reason)\n")
      }
    }
  }

  @Test("tells of everything that is wrong with a file at once, in the order of its lines")
  func several() throws {
    try withFile("MESSAGEAI_PORT=x\nnonsense\nMESSAGEAI_NOTHING=1") { file in
      let said = try config(["check", "--config", file])
      #expect(said.errors.split(separator: "\n").map { $0.dropFirst(file.count).prefix(3) } == [":1:", ":2:", ":3:"])
    }
  }

  @Test("a file that is not there is named")
  func missing() throws {
    let said = try config(["check", "--config", "/no/such/file"])
    #expect(said.status == 64)
    #expect(said.errors == "The configuration file /no/such/file cannot be read.\n")
  }

  @Test("check finds what only belongs together, in any of the services")
  func crossed() throws {
    let settings = [
      ("MESSAGEAI_AI_MODEL=m", "MESSAGEAI_AI_PROVIDER is not"),
      ("MESSAGEAI_FILE_STORAGE=s3://bucket", "set MESSAGEAI_S3_ACCESS_KEY and MESSAGEAI_S3_SECRET_KEY"),
      ("MESSAGEAI_SMTP=smtp://mail.example.org", "--smtp needs --mail-from"),
      ("MESSAGEAI_WEB=/no/such/folder", "The web folder /no/such/folder does not exist"),
      ("MESSAGEAI_PUSH_CONTACT=nobody", "The contact of Web Push must be"),
      ("MESSAGEAI_BUS=poll", "--bus is for servers that share a database"),
      (
        "MESSAGEAI_BUS=http://localhost\nMESSAGEAI_DATABASE=postgres://localhost/x",
        "http://localhost is no address of a NATS server"
      ),
      ("MESSAGEAI_OTLP_ENDPOINT=127.0.0.1:4318", "The address that traces are sent to is like http://127.0.0.1:4318"),
      ("MESSAGEAI_OTLP_ENDPOINT=http://localhost\nMESSAGEAI_OTLP_HEADERS=hush", "The headers for traces are like"),
    ]
    for (text, reason) in settings {
      try withFile(text) { file in
        let said = try config(["check", "--config", file])
        #expect(said.status != 0)
        #expect(said.errors.contains(reason), "\(text): \(said.errors)")
      }
    }
  }

  @Test("secrets stand in files of their own, once")
  func secretFiles() throws {
    try withFile("from-the-file\n") { secret in
      let bucket =
        "MESSAGEAI_FILE_STORAGE=s3://bucket\nMESSAGEAI_S3_ACCESS_KEY=a\nMESSAGEAI_S3_SECRET_KEY_FILE=\(secret)"
      try withFile(bucket) { file in
        let said = try config(["check", "--config", file])
        #expect(said.status == 0, "\(said.errors)")
      }
      try withFile("\(bucket)\nMESSAGEAI_S3_SECRET_KEY=b") { file in
        let said = try config(["check", "--config", file])
        #expect(said.status != 0)
        #expect(said.errors.contains("are both set: leave one out"))
      }
    }
  }

  @Test("check tells of variables that mean nothing")
  func unknownVariable() throws {
    let said = try config(["check"], ["MESSAGEAI_PROT": "80"])
    #expect(said.status == 0)
    #expect(said.errors == "MESSAGEAI_PROT is in the environment, but there is no such setting.\n")
  }

  @Test("check tells of secrets in a file that everybody may read")
  func exposed() throws {
    try withFile("MESSAGEAI_PORT=1\nMESSAGEAI_METRICS_TOKEN=hush") { file in
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
      #expect(try config(["check", "--config", file]).errors.isEmpty)
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
      let said = try config(["check", "--config", file])
      #expect(said.status == 0)
      #expect(
        said.errors
          == "\(file):2: MESSAGEAI_METRICS_TOKEN is secret, but everybody on this machine may read the file.\n")
    }
  }

  @Test("a server runs as its file says, and commands find its data by it")
  func serves() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("messageai-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await withAsyncFile(
      """
      MESSAGEAI_DATA=\(folder.path)
      MESSAGEAI_REGISTRATION=closed
      MESSAGEAI_NO_INTELLIGENCE=1
      """
    ) { file in
      let server = try ServerChild(data: folder, environment: ["MESSAGEAI_CONFIG": file])
      try await server.start()
      defer { server.kill() }
      let answer = try await TestHTTP(port: server.port).send("GET", "/v1/workspace")
      #expect(String(decoding: answer.body, as: UTF8.self).contains("\"closed\""))
      let address = "http://127.0.0.1:\(server.port)"
      let well = try run(["health", "--url", address], [:])
      #expect(well.status == 0 && well.output.contains("\"ok\""))
      let secure = try run(["health", "--url", "https://127.0.0.1:\(server.port)"], [:])
      #expect(secure.status == 1 && secure.errors.contains("No server answers at https://"))
      let own = try run(["health"], ["MESSAGEAI_PORT": "\(server.port)", "MESSAGEAI_ADDRESS": "0.0.0.0"])
      #expect(own.status == 0)
      let listed = try run(["admin", "user", "list", "--config", file], [:])
      #expect(listed.status == 0, "\(listed.errors)")
    }
  }

  @Test("the examples can be used as they are", arguments: ["development", "staging", "production"])
  func examples(_ name: String) throws {
    let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../deploy").standardizedFileURL
    let said = try config(["check", "--config", folder.appendingPathComponent("\(name).conf").path])
    #expect(said.status == 0, "\(said.errors)")
  }

  // MARK: The program

  private struct Said {
    let status: Int32
    let output: String
    let errors: String

    func says(_ assignment: String, from source: String) -> Bool {
      output.split(separator: "\n").contains { $0.hasPrefix("\(assignment) ") && $0.hasSuffix("  # \(source)") }
    }
  }

  private func config(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Said {
    try run(["config"] + arguments, environment)
  }

  /// With nothing but `environment` of what the tests themselves were started with.
  private func run(_ arguments: [String], _ environment: [String: String]) throws -> Said {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("messageai")
    process.arguments = arguments
    process.environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let (said, complained) = try (
      output.fileHandleForReading.readToEnd() ?? Data(), errors.fileHandleForReading.readToEnd() ?? Data()
    )
    process.waitUntilExit()
    return Said(
      status: process.terminationStatus, output: String(decoding: said, as: UTF8.self),
      errors: String(decoding: complained, as: UTF8.self))
  }

  private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("messageai-\(UUID()).conf")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file.path)
  }

  private func withAsyncFile(_ text: String, _ body: (String) async throws -> Void) async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("messageai-\(UUID()).conf")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try await body(file.path)
  }
}
