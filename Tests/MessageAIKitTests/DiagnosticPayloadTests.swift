import Domain
import Foundation
import MessageAIKit
import Testing

@Suite("Crashes and hangs as iOS tells them")
struct DiagnosticPayloadTests {
  private static func payload(_ text: String) -> Data { Data(text.utf8) }

  /// In the form of Apple's documentation of `MXCallStackTree`.
  private static let crash = payload(
    """
    {"timeStampBegin": "2026-11-22 10:00:00", "crashDiagnostics": [{"version": "1.0.0",
      "diagnosticMetaData": {
        "appVersion": "1.4", "appBuildVersion": "7", "regionFormat": "DE", "deviceType": "iPhone14,2",
        "osVersion": "iPhone OS 26.1", "exceptionType": 1, "exceptionCode": 0, "signal": 11,
        "terminationReason": "Lunch at noon", "virtualMemoryRegionInfo": "0 is not in any region"},
      "callStackTree": {"callStackPerThread": true, "callStacks": [
        {"threadAttributed": false, "callStackRootFrames": [{"binaryName": "idle", "address": 1}]},
        {"threadAttributed": true, "callStackRootFrames": [
          {"binaryName": "MessageAI", "binaryUUID": "70B89F27-1634-3580-A695-57CDB41D7743",
           "offsetIntoBinaryTextSegment": 6675, "address": 4300000000, "sampleCount": 1, "subFrames": [
            {"binaryName": "UIKitCore", "offsetIntoBinaryTextSegment": 6800000000, "address": 6800000255}]}]}]}}]}
    """)

  @Test("a crash has its signal and the places of its thread, the innermost first, and nothing else that was said")
  func crashes() throws {
    #expect(
      try DiagnosticPayload.reports(json: Self.crash) == [
        CrashReport(
          platform: .ios, kind: .crash, version: "1.4", name: "SIGSEGV",
          frames: ["0x1a13 in MessageAI", "0xff in UIKitCore"])
      ])
  }

  @Test("a hang was sampled: where it was most often counts, and the root is the outermost")
  func hangs() throws {
    let hang = Self.payload(
      """
      {"hangDiagnostics": [{"diagnosticMetaData": {"hangDuration": "20 sec"}, "callStackTree": {
        "callStackPerThread": false, "callStacks": [{"callStackRootFrames": [
          {"binaryName": "dyld", "offsetIntoBinaryTextSegment": 16, "sampleCount": 20, "subFrames": [
            {"binaryName": "rare", "offsetIntoBinaryTextSegment": 2, "sampleCount": 3},
            {"binaryName": "GRDB", "offsetIntoBinaryTextSegment": 3, "sampleCount": 17}]}]}]}}]}
      """)
    #expect(
      try DiagnosticPayload.reports(json: hang) == [
        CrashReport(platform: .ios, kind: .hang, name: "Hang", frames: ["0x3 in GRDB", "0x10 in dyld"])
      ])
  }

  @Test("what is missing or another payload makes no error; what is no payload does")
  func others() throws {
    #expect(try DiagnosticPayload.reports(json: Self.payload("{\"cpuExceptionDiagnostics\": [{}]}")).isEmpty)
    let bare = try DiagnosticPayload.reports(json: Self.payload("{\"crashDiagnostics\": [{}]}"))
    #expect(bare == [CrashReport(platform: .ios, kind: .crash, name: "Crash", frames: [])])
    let other = Self.payload(
      "{\"crashDiagnostics\": [{\"diagnosticMetaData\": {\"signal\": 99, \"exceptionType\": 10}}]}")
    #expect(try DiagnosticPayload.reports(json: other).map(\.name) == ["EXC_10"])
    #expect(throws: (any Error).self) { try DiagnosticPayload.reports(json: Self.payload("[]")) }
  }

  @Test("a stack of any depth makes a report that the server takes")
  func bounds() throws {
    let frame = "{\"binaryName\": \"\(String(repeating: "x", count: 300))\\n\", \"offsetIntoBinaryTextSegment\": 1"
    let stack =
      String(repeating: frame + ", \"subFrames\": [", count: 60) + frame + "}" + String(repeating: "]}", count: 60)
    let json = """
      {"crashDiagnostics": [{"diagnosticMetaData": {"appVersion": "\(String(repeating: "1", count: 90))"},
        "callStackTree": {"callStackPerThread": true, "callStacks": [{"callStackRootFrames": [\(stack)]}]}}]}
      """
    let report = try #require(try DiagnosticPayload.reports(json: Self.payload(json)).first)
    #expect(report.frames.count == CrashReport.mostFrames && report.version?.count == CrashReport.mostVersion)
    #expect(report.frames.allSatisfy { $0.count <= CrashReport.mostFramesEach && !$0.contains("\n") })
  }

  /// Takes reports until it is to throw.
  private final class Server: DiagnosticsRepository, @unchecked Sendable {
    private let lock = NSLock()
    private var log: [String] = []
    private var failure: Refusal?

    var names: [String] { lock.withLock { log } }
    func fail(with refusal: Refusal?) { lock.withLock { failure = refusal } }

    func report(_ crash: CrashReport) async throws {
      try lock.withLock {
        if let failure { throw failure }
        log.append(crash.name)
      }
    }
  }

  @Test("what the server has not taken is kept, what it will never take is not, and of many the newest stay")
  @MainActor func untold() async throws {
    let server = Server()
    var kept: [CrashReport] = []
    let untold = UntoldReports([]) { kept = $0 }
    func report(_ name: String) -> CrashReport { CrashReport(platform: .ios, kind: .crash, name: name, frames: []) }
    untold.append((0..<25).map { report("\($0)") })
    #expect(untold.reports.map(\.name) == (5..<25).map { "\($0)" })
    server.fail(with: Refusal(.overloaded, ""))
    await #expect(throws: Refusal.self) { try await untold.tell(server) }
    #expect(untold.reports.count == UntoldReports.most && kept == untold.reports)
    server.fail(with: nil)
    try await untold.tell(server)
    #expect(server.names == (5..<25).map { "\($0)" } && untold.reports.isEmpty && kept.isEmpty)
    untold.append([report("bad")])
    server.fail(with: Refusal(.invalid, ""))
    try await untold.tell(server)
    #expect(untold.reports.isEmpty && !server.names.contains("bad"))
  }
}
