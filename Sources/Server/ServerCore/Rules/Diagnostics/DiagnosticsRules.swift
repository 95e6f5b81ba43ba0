import Domain

extension Rules.Diagnostics {
  /// Of a further one, the group goes that was seen longest ago.
  package static let maximumGroups = 500

  /// Throws `invalid` for what is longer than it may be, has control characters, or says of the
  /// server what only the server, which is nobody, knows.
  package static func check(_ report: CrashReport, by user: UserID?) throws(Refusal) {
    guard (report.platform == .server) == (user == nil) else {
      throw Refusal(.invalid, "Only the server reports what went wrong in the server.")
    }
    guard report.frames.count <= CrashReport.mostFrames else {
      throw Refusal(.invalid, "A report has at most \(CrashReport.mostFrames) frames.")
    }
    let bounds =
      [(report.name, CrashReport.mostName), (report.version ?? "", CrashReport.mostVersion)]
      + report.frames.map { ($0, CrashReport.mostFramesEach) }
    for (text, most) in bounds {
      guard TextLength.isWithin(most, text), !text.hasControlCharacter else {
        throw Refusal(.invalid, "A part of the report is too long, or has control characters.")
      }
    }
  }

  /// Of all reports of the same: FNV-1a (64 bits, in hexadecimal) over platform, kind, name and the
  /// five innermost frames without their lines and columns, which change with each version.
  package static func fingerprint(of report: CrashReport) -> String {
    let places = report.frames.prefix(5).map { frame in
      String(frame.reversed().drop { $0.isNumber || $0 == ":" }.reversed())
    }
    let parts = [report.platform.rawValue, report.kind.rawValue, report.name] + places
    let hash = parts.joined(separator: "\n").utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
    let text = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }

  /// The group with the report; `people` is left to the store.
  package static func add(
    _ report: CrashReport, to former: CrashGroup?, version: String, at time: Timestamp
  ) -> CrashGroup {
    var group =
      former
      ?? CrashGroup(
        id: fingerprint(of: report), platform: report.platform, kind: report.kind, name: report.name, frames: [],
        version: "", count: 0, people: 0, firstAt: time, lastAt: time)
    group.frames = report.frames
    group.version = report.version ?? version
    group.count += 1
    group.lastAt = max(group.lastAt, time)
    return group
  }
}
