import Foundation

/// The environment of the tests with `additions`, for a program that a test starts. How the tests'
/// own runtime reports a crash is left out: with it, no program would watch for its own crashes.
package func programEnvironment(adding additions: [String: String] = [:]) -> [String: String] {
  ProcessInfo.processInfo.environment.filter { $0.key != "SWIFT_BACKTRACE" }.merging(additions) { $1 }
}

/// A real `messageai serve` in a process of its own, which can be killed without warning and
/// started again on the same data and port.
package final class ServerChild: Sendable {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) {
      self.description = description
    }
  }

  package let port: Int
  package let data: URL
  private let options: [String]
  private let environment: [String: String]
  private let errors: FileHandle?
  private let executable: URL
  private let lock = NSLock()
  nonisolated(unsafe) private var process: Process?

  /// The executable is the one built beside the tests. `environment` is given to every command,
  /// `options` to `serve` alone, which writes its errors into `errors`. Without a `port` it has a
  /// free one.
  package init(
    data: URL, options: [String] = [], environment: [String: String] = [:], errors: FileHandle? = nil,
    port: Int? = nil
  ) throws {
    self.data = data
    self.options = options
    self.environment = environment
    self.errors = errors
    executable = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("messageai")
    guard FileManager.default.isExecutableFile(atPath: executable.path) else {
      throw Failure(description: "no \(executable.lastPathComponent) beside the tests")
    }
    self.port = try port ?? Self.freePort()
  }

  /// Starts the process and returns when `/health` answers 200.
  package func start() async throws {
    let process = Process()
    process.executableURL = executable
    process.arguments = [
      "serve", "--port", String(port), "--data", data.path, "--no-rate-limits", "--log-level", "error",
    ]
    process.arguments? += options
    process.environment = programEnvironment(adding: environment)
    if let errors { process.standardError = errors }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    lock.withLock { self.process = process }
    let http = TestHTTP(port: port)
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline {
      guard process.isRunning else { throw Failure(description: "the server ended by itself") }
      if case .success(let answer) = await Self.result({ try await http.send("GET", "/health") }), answer.status == 200
      {
        return
      }
      await Task.yield()
    }
    throw Failure(description: "the server did not answer")
  }

  /// The most memory that the running process has had, in bytes.
  package func peakMemory() throws -> Int {
    let id = lock.withLock { process?.processIdentifier } ?? 0
    let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
    let line = try require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }, "the peak of memory")
    return (Int(line.filter(\.isNumber)) ?? 0) << 10
  }

  /// `kill -9`; returns when the process is gone.
  package func kill() {
    let current = lock.withLock { process }
    guard let current else { return }
    Foundation.kill(current.processIdentifier, SIGKILL)
    current.waitUntilExit()
  }

  /// Sends the signal to the process, which may go on.
  package func signal(_ number: Int32) {
    let id = lock.withLock { process?.processIdentifier }
    if let id { Foundation.kill(id, number) }
  }

  package var isRunning: Bool { lock.withLock { process?.isRunning ?? false } }

  /// Runs another `messageai` command on the same data and waits for it; answers its status and
  /// what it printed.
  package func command(_ arguments: [String]) throws -> (status: Int32, output: String) {
    try run(arguments + ["--data", data.path], environment: [:])
  }

  /// Runs a `messageai` command that needs neither data nor a server.
  package func plain(_ arguments: [String]) throws -> (status: Int32, output: String) {
    try run(arguments, environment: [:])
  }

  /// Runs a `messageai` command as somebody's client of this server; their device lives in `home`.
  package func client(
    _ arguments: [String], as email: String, password: String, home: URL
  ) throws -> (status: Int32, output: String) {
    try run(
      arguments + ["--server", "http://127.0.0.1:\(port)", "--email", email],
      environment: ["MESSAGEAI_HOME": home.path, "MESSAGEAI_PASSWORD": password])
  }

  private func run(_ arguments: [String], environment: [String: String]) throws -> (status: Int32, output: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = programEnvironment(adding: self.environment.merging(environment) { $1 })
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    // What went wrong stands in the test's log.
    process.standardError = FileHandle.standardError
    try process.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: printed, as: UTF8.self))
  }

  private static func result<Value: Sendable>(
    _ body: () async throws -> Value
  ) async -> Result<Value, any Error> {
    do { return .success(try await body()) } catch { return .failure(error) }
  }

  private static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw Failure(description: "no free port") }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
