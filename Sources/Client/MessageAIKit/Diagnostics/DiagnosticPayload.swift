import Domain
import Foundation

/// What iOS tells an app of its crashes and hangs, as MetricKit writes it
/// (`MXDiagnosticPayload.jsonRepresentation`). Reasons, memory regions and what the device is stay
/// there.
public enum DiagnosticPayload {
  private struct Payload: Decodable {
    let crashDiagnostics: [Diagnostic]?
    let hangDiagnostics: [Diagnostic]?
  }

  private struct Diagnostic: Decodable {
    struct About: Decodable {
      let appVersion: String?
      let exceptionType: Int?
      let signal: Int?
    }

    let callStackTree: Tree?
    let diagnosticMetaData: About?
  }

  private struct Tree: Decodable {
    struct Stack: Decodable {
      let threadAttributed: Bool?
      let callStackRootFrames: [Frame]
    }

    let callStacks: [Stack]
    /// Whether a stack is one thread's, the innermost frame being its root. Else it was sampled,
    /// and the root is the outermost.
    let callStackPerThread: Bool?
  }

  private struct Frame: Decodable {
    let binaryName: String?
    let offsetIntoBinaryTextSegment: UInt64?
    let address: UInt64?
    let sampleCount: Int?
    let subFrames: [Frame]?
  }

  /// The reports of what is told. Throws for what is no payload.
  public static func reports(json: Data) throws -> [CrashReport] {
    let payload = try JSONDecoder().decode(Payload.self, from: json)
    return (payload.crashDiagnostics ?? []).map { report(of: $0, kind: .crash) }
      + (payload.hangDiagnostics ?? []).map { report(of: $0, kind: .hang) }
  }

  private static func report(of diagnostic: Diagnostic, kind: CrashKind) -> CrashReport {
    let about = diagnostic.diagnosticMetaData
    return CrashReport(
      platform: .ios, kind: kind, version: about?.appVersion.map { plain($0, most: CrashReport.mostVersion) },
      name: kind == .hang ? "Hang" : name(signal: about?.signal, exception: about?.exceptionType),
      frames: diagnostic.callStackTree.map(frames) ?? [])
  }

  private static func name(signal: Int?, exception: Int?) -> String {
    if let signal, let name = signals[signal] { return name }
    return exception.map { "EXC_\($0)" } ?? "Crash"
  }

  /// As Darwin numbers them.
  private static let signals = [
    4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 8: "SIGFPE", 9: "SIGKILL", 10: "SIGBUS", 11: "SIGSEGV", 12: "SIGSYS",
  ]

  /// Of the thread that it happened in, where that was most often.
  private static func frames(_ tree: Tree) -> [String] {
    let stack = tree.callStacks.first { $0.threadAttributed == true } ?? tree.callStacks.first
    var path: [Frame] = []
    var next = stack?.callStackRootFrames ?? []
    while let frame = heaviest(next) {
      path.append(frame)
      next = frame.subFrames ?? []
    }
    if tree.callStackPerThread == false { path.reverse() }
    return path.prefix(CrashReport.mostFrames).map(place)
  }

  /// The first of equal ones.
  private static func heaviest(_ frames: [Frame]) -> Frame? {
    frames.dropFirst().reduce(frames.first) { ($1.sampleCount ?? 0) > ($0?.sampleCount ?? 0) ? $1 : $0 }
  }

  /// The offset ends in no digit: the server groups by places without their last digits.
  private static func place(_ frame: Frame) -> String {
    let binary = plain(frame.binaryName ?? "elsewhere", most: 100)
    return offset(of: frame).map { "0x\(String($0, radix: 16)) in \(binary)" } ?? binary
  }

  /// Some systems write where the binary was loaded instead, which differs each time.
  private static func offset(of frame: Frame) -> UInt64? {
    guard let offset = frame.offsetIntoBinaryTextSegment else { return nil }
    if offset <= UInt32.max { return offset }
    guard let address = frame.address, address >= offset, address - offset <= UInt32.max else { return nil }
    return address - offset
  }

  private static func plain(_ text: String, most: Int) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 }.prefix(most)))
  }
}
