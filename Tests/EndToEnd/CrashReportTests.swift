import Domain
import Foundation
import TestSupport
import Testing
import WireProtocol

@testable import messageai

@Suite("Reports of crashes", .timeLimit(.minutes(5)))
struct CrashReportTests {
  private static let password = "correct horse"
  private static let path = "/v1/diagnostics/crashes"

  private static func folder() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("crashes-\(UUID().uuidString)")
  }

  private static func signUp(_ http: TestHTTP) async throws -> SessionResponse {
    let body = SignUpRequest(email: "ada@example.org", password: password, name: "Ada", device: nil)
    return try SessionResponse(json: try await http.send("POST", "/v1/accounts", body: body.json()).body)
  }

  private static func problems(_ http: TestHTTP, _ token: String) async throws -> [CrashGroup] {
    try CrashesResponse(json: try await http.send("GET", path, token: token).body).crashes
  }

  /// The whole reports that the runtime has written below the folder.
  private static func reports(in folder: URL) -> [Data] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return names.compactMap { FileManager.default.contents(atPath: folder.appendingPathComponent($0).path) }
      .filter { (try? Backtrace(json: $0)) != nil }
  }

  @Test("a crash of the server is on the admins' list after the next start, and resolved from the command line")
  func server() async throws {
    let data = Self.folder()
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: data) } }
    let server = try ServerChild(data: data)
    try await server.start()
    defer { server.kill() }
    let http = TestHTTP(port: server.port)
    let ada = try await Self.signUp(http)
    let crashes = data.appendingPathComponent("crashes")
    for time in 1...2 {
      server.signal(SIGSEGV)
      try await eventually("the runtime writes its report") { Self.reports(in: crashes).count == 1 }
      #expect(!String(decoding: Self.reports(in: crashes)[0], as: UTF8.self).contains("capturedMemory"))
      server.kill()
      try await server.start()
      let found = try await Self.problems(http, ada.accessToken)
      #expect(found.map(\.platform) == [.server] && found.map(\.kind) == [.crash] && found.map(\.name) == ["SIGSEGV"])
      #expect(found.map(\.count) == [Int64(time)] && found.map(\.people) == [0])
      #expect(found.map(\.version) == [ProductVersion.current])
      let frames = try #require(found.first).frames
      #expect(frames.contains { $0.hasPrefix("_dispatch_sig_thread") }, "\(frames)")
      #expect(!frames.contains { $0.contains("0x") || $0.contains("/") }, "\(frames)")
      #expect(Self.reports(in: crashes).isEmpty)
    }

    let list = try server.command(["admin", "problem", "list"])
    let id = String(list.output.prefix { $0 != "\t" })
    #expect(list.status == 0 && list.output.contains("\tcrash SIGSEGV\t2 times\t0 people\t"))
    let shown = try server.command(["admin", "problem", "show", id])
    #expect(shown.status == 0 && shown.output.contains("\n  _dispatch_sig_thread"))
    #expect(try server.command(["admin", "problem", "show", "unknown"]).status == 1)
    #expect(try server.command(["admin", "problem", "resolve", id]).status == 0)
    #expect(try server.command(["admin", "problem", "resolve", id]).status == 1)
    #expect(try await Self.problems(http, ada.accessToken).isEmpty)
  }

  @Test("a crash of the terminal is told at its next start, unless its user wants none of it")
  func terminal() async throws {
    let folder = Self.folder()
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let server = try ServerChild(data: folder.appendingPathComponent("data"))
    try await server.start()
    defer { server.kill() }
    let http = TestHTTP(port: server.port)
    let ada = try await Self.signUp(http)
    let home = folder.appendingPathComponent("ada")
    let crashes = home.appendingPathComponent("default/crashes")
    func chat(_ options: [String] = []) throws -> PseudoTerminal {
      try PseudoTerminal(
        ["chat", "--server", "http://127.0.0.1:\(server.port)"] + options,
        environment: ["MESSAGEAI_HOME": home.path, "TERM": "xterm-256color"])
    }
    func crash(_ terminal: PseudoTerminal) async throws {
      terminal.signal(SIGILL)
      try await eventually("the runtime writes its report") { Self.reports(in: crashes).count == 1 }
      #expect(terminal.text.contains("\u{1B}[?1049l"), "the screen of before is back")
      terminal.close()
    }

    var terminal = try chat()
    try await terminal.wait(for: "Sign in")
    try terminal.type("ada@example.org\t\(Self.password)\r")
    try await terminal.wait(for: "ctrl-n new")
    try await crash(terminal)

    terminal = try chat(["--no-crash-reports"])
    try await terminal.wait(for: "ctrl-n new")
    #expect(!FileManager.default.fileExists(atPath: crashes.path), "what was there is not told later either")
    terminal.close()

    terminal = try chat()
    try await terminal.wait(for: "ctrl-n new")
    #expect(try await Self.problems(http, ada.accessToken).isEmpty)
    try await crash(terminal)
    terminal = try chat()
    defer { terminal.close() }
    try await eventually("it is told") { try await !Self.problems(http, ada.accessToken).isEmpty }
    let found = try await Self.problems(http, ada.accessToken)
    #expect(found.map(\.platform) == [.terminal] && found.map(\.name) == ["SIGILL"] && found.map(\.people) == [1])
    try await eventually("nothing is left to tell") { Self.reports(in: crashes).isEmpty }
  }

  @Test("a report has the signal, functions and names of files: no address, no path, nothing else that was said")
  func shape() throws {
    let json = """
      {"description": "Bad pointer dereference", "faultAddress": "0x00007f1d8245a301", "threads": [
        {"name": "idle", "frames": [{"symbol": "sleeping"}]},
        {"name": "lunch", "crashed": true, "registers": {"rax": "0x6c756e6368"}, "frames": [
          {"address": "0x01", "symbol": "Outbox.send(_:)", "image": "messageai",
           "sourceLocation": {"file": "/home/ada/src/Outbox.swift", "line": 12, "column": 3}},
          {"address": "0x02", "symbol": "<unknown>", "image": "libc.so.6"},
          {"address": "0x03", "symbol": "inlined", "sourceLocation": {"file": "//<compiler-generated>", "line": 0, "column": 0}},
          {"kind": "truncated"}]}]}
      """
    let report = try Backtrace(json: Data(json.utf8)).report(of: .server, version: "1.0")
    #expect(
      report
        == CrashReport(
          platform: .server, kind: .crash, version: "1.0", name: "SIGSEGV",
          frames: ["Outbox.send(_:) Outbox.swift:12:3", "libc.so.6", "inlined"]))
    let quoting = json.replacingOccurrences(of: "Bad pointer dereference", with: "Fatal error: lunch at noon")
    #expect(try Backtrace(json: Data(quoting.utf8)).report(of: .server, version: "1.0").name == "Crash")
    #expect(throws: (any Error).self) { try Backtrace(json: Data(json.utf8.prefix(200))) }
  }

  @Test("a report of any size is one that the server takes, and of many the newest are told")
  func bounds() async throws {
    let folder = Self.folder()
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let crashes = CrashFolder(in: folder.path)
    let version = String(repeating: "9", count: 50)
    try FileManager.default.createDirectory(atPath: "\(crashes.path)/\(version)", withIntermediateDirectories: true)
    let frame = """
      {"symbol": "\(String(repeating: "x", count: 500))\\n",
       "sourceLocation": {"file": "/a/\(String(repeating: "y", count: 500)).swift", "line": 1, "column": 1}}
      """
    let frames = Array(repeating: frame, count: 60).joined(separator: ",")
    for number in 0..<25 {
      let json = "{\"description\": \"Aborted\", \"threads\": [{\"crashed\": true, \"frames\": [\(frames)]}]}"
      let path = "\(crashes.path)/\(version)/\(number).json"
      try Data((number == 24 ? "{" : json).utf8).write(to: URL(fileURLWithPath: path))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: Double(number))], ofItemAtPath: path)
    }
    var told: [CrashReport] = []
    struct Stop: Error {}
    await #expect(throws: Stop.self) { try await crashes.collect(as: .terminal) { _ in throw Stop() } }
    let found = try await crashes.collect(as: .terminal) { told.append($0) }
    #expect(found == (19, 1) && told.count == 19)
    for report in told {
      #expect(report.frames.count == CrashReport.mostFrames && report.version?.count == CrashReport.mostVersion)
      #expect(report.frames.allSatisfy { $0.count <= CrashReport.mostFramesEach && $0.hasSuffix(":1:1") })
      #expect(!report.frames.contains { $0.contains("\n") })
    }
    #expect(try await crashes.collect(as: .terminal) { told.append($0) } == (0, 0))
    #expect(told.count == 19)
  }

  @Test("the runtime's helper is found beside an installed program, then in the toolchain")
  func helper() throws {
    let root = Self.folder()
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: root) } }
    func make(_ name: String) throws -> String {
      let file = root.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      #expect(
        FileManager.default.createFile(atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o755]))
      return file.path
    }
    let program = root.appendingPathComponent("usr/bin/messageai").path
    let folders = "/nowhere:\(root.path)/swift/bin"
    #expect(CrashFolder.helper(beside: program, searching: folders) == nil)
    _ = try make("swift/bin/swift")
    let tool = try make("swift/libexec/swift/linux/swift-backtrace-static")
    #expect(CrashFolder.helper(beside: program, searching: folders) == tool)
    let installed = try make("usr/libexec/messageai/swift-backtrace")
    #expect(CrashFolder.helper(beside: program, searching: folders) == installed)
  }
}
