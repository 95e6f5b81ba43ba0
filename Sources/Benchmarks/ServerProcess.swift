import Foundation

/// A server in a child process, and what the system says of it.
final class ServerProcess {
  let port: Int
  private let process = Process()

  /// Starts `messageai serve` on the data folder and returns when `/health` answers: the messenger
  /// alone, or with the intelligence and the models of the folder `models`, and with further
  /// options of `serve`.
  init(data: URL, models: String? = nil, options: [String] = [], environment: [String: String] = [:]) throws {
    guard let executable = Bundle.main.executableURL else { throw BenchError("this program's own file is not known") }
    port = try Self.freePort()
    process.executableURL = executable
    process.arguments =
      [
        "serve", "--data", data.path, "--port", String(port), "--no-rate-limits", "--log-level", "warning",
      ] + (models.map { ["--models", $0] } ?? ["--no-intelligence"]) + options
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.standardError
    try process.run()
    try waitUntilHealthy()
  }

  /// Ends the server, unless it has ended, and waits for it.
  func stop() {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }

  /// Seconds of CPU that it has used, all threads, user and system.
  func cpuSeconds() throws -> Double {
    #if os(Linux)
      var clock = clockid_t()
      var time = timespec()
      guard clock_getcpuclockid(process.processIdentifier, &clock) == 0, clock_gettime(clock, &time) == 0 else {
        throw BenchError("cannot read the server's CPU time")
      }
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    #else
      throw BenchError("the server's CPU time is read on Linux only")
    #endif
  }

  /// Threads that it has now.
  func threadCount() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processIdentifier)/task").count
  }

  /// Descriptors that it has open now.
  func descriptorCount() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processIdentifier)/fd").count
  }

  /// Seconds of CPU that it has used once it has nothing more to do, such as indexing what came.
  func cpuSecondsWhenQuiet() throws -> Double {
    let deadline = ContinuousClock.now + .seconds(120)
    var last = try cpuSeconds()
    while ContinuousClock.now < deadline {
      usleep(1_000_000)
      let now = try cpuSeconds()
      if now - last < 0.02 { return now }
      last = now
    }
    throw BenchError("the server does not become quiet")
  }

  /// Bytes of memory that it holds now.
  func residentBytes() throws -> Double {
    let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
      let kibibytes = Double(line.split(separator: " ").dropFirst().first ?? "")
    else { throw BenchError("cannot read the server's memory") }
    return kibibytes * 1_024
  }

  private func waitUntilHealthy() throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < deadline {
      guard process.isRunning else { throw BenchError("the server ended by itself") }
      if let stream = try? TCPStream(port: port) {
        try stream.writeAll(Array("GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8))
        let answer = String(decoding: try stream.read(upTo: 1_024), as: UTF8.self)
        if answer.hasPrefix("HTTP/1.1 200") { return }
      }
      usleep(500)
    }
    throw BenchError("the server did not answer")
  }

  private static func freePort() throws -> Int {
    let stream = try TCPStream.listening()
    return try stream.localPort()
  }
}
