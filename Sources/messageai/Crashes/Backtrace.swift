import Domain
import Foundation

/// What Swift's runtime writes when a program crashes (`format=json`). It knows more than is read
/// here: addresses, registers and paths stay in the file.
struct Backtrace: Decodable {
  struct Thread: Decodable {
    let crashed: Bool?
    let frames: [Frame]
  }

  struct Frame: Decodable {
    struct Location: Decodable {
      let file: String
      let line: Int
      let column: Int
    }

    let symbol: String?
    /// Name of the library's or program's file.
    let image: String?
    let sourceLocation: Location?
  }

  let description: String
  let threads: [Thread]

  /// Throws for what the runtime does not write, such as half of a report.
  init(json: Data) throws {
    self = try JSONDecoder().decode(Self.self, from: json)
  }

  /// The report of it: signal, functions and names of source files, nothing else.
  func report(of platform: CrashPlatform, version: String) -> CrashReport {
    let thread = threads.first { $0.crashed == true }
    return CrashReport(
      platform: platform, kind: .crash, version: String(version.prefix(CrashReport.mostVersion)),
      name: Self.signals[description] ?? "Crash",
      frames: (thread?.frames ?? []).compactMap(\.place).prefix(CrashReport.mostFrames).map { $0 })
  }

  /// Only what is known: another description might quote something.
  private static let signals = [
    "Aborted": "SIGABRT", "Bad pointer dereference": "SIGSEGV", "Bus error": "SIGBUS",
    "Floating point exception": "SIGFPE", "Illegal instruction": "SIGILL", "System trap": "SIGTRAP",
  ]
}

extension Backtrace.Frame {
  /// `nil` for what is no function: where the runtime left frames out.
  fileprivate var place: String? {
    guard let known = symbol.flatMap({ $0 == "<unknown>" ? nil : $0 }) ?? image else { return nil }
    let name = String(String.UnicodeScalarView(known.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 }))
    guard let location = sourceLocation, location.line > 0 else {
      return Self.cut(name, to: CrashReport.mostFramesEach)
    }
    let file = location.file.split(separator: "/").last.map(String.init) ?? ""
    let place = " \(Self.cut(file, to: 80)):\(location.line):\(location.column)"
    return Self.cut(name, to: CrashReport.mostFramesEach - place.unicodeScalars.count) + place
  }

  private static func cut(_ text: String, to most: Int) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(most)))
  }
}
