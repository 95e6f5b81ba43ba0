import Domain
import Foundation

/// A fictional team and what it said over some weeks, such as the one in `Sources/Demo/Tidewater`.
package struct DemoScript: Sendable {
  package struct Person: Sendable {
    let key: String
    let name: String
    package let email: String
    let timeZone: String
    let locale: String
    let language: String
    let isAdmin: Bool
  }

  package struct Line: Sendable {
    /// Seconds after the Monday, 00:00 UTC, of the script's last week; negative before it.
    let offset: Int64
    let speaker: String
    let text: String
  }

  package struct Talk: Sendable {
    /// `nil` for a direct conversation.
    var name: String?
    var members: [String] = []
    /// How many of the newest messages each has not read.
    var unread: [String: Int64] = [:]
    var lines: [Line] = []
  }

  package let people: [Person]
  package let talks: [Talk]

  /// The team that the program carries with it.
  package init() throws {
    try self.init(
      people: PackageResources.people_txt,
      talks: [
        ("launch.txt", PackageResources.launch_txt), ("design.txt", PackageResources.design_txt),
        ("operations.txt", PackageResources.operations_txt), ("random.txt", PackageResources.random_txt),
        ("mira-kenji.txt", PackageResources.mira_kenji_txt), ("mira-amara.txt", PackageResources.mira_amara_txt),
      ])
  }

  /// Reads `people.txt` and every other `.txt` of the folder, by name. Throws a sentence that names
  /// file and line for what it cannot read.
  package init(folder: URL) throws {
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "txt" }.sorted { $0.lastPathComponent < $1.lastPathComponent }
    try self.init(
      people: Array(Data(contentsOf: folder.appendingPathComponent("people.txt"))),
      talks: files.filter { $0.lastPathComponent != "people.txt" }.map { file in
        (file.lastPathComponent, Array(try Data(contentsOf: file)))
      })
    guard !talks.isEmpty else { throw DemoFailure("\(folder.path) holds no conversations.") }
  }

  private init(people: [UInt8], talks: [(file: String, text: [UInt8])]) throws {
    self.people = try Self.lines(of: people).map(Self.person)
    self.talks = try talks.map { try Self.talk($0.file, $0.text) }
  }

  private static func lines(of file: [UInt8]) -> [String] {
    String(decoding: file, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) }
  }

  private static func person(_ line: String) throws -> Person {
    let parts = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    guard parts.count == 7 else { throw DemoFailure("people.txt: cannot read \(line)") }
    return Person(
      key: parts[0], name: parts[1], email: parts[2], timeZone: parts[3], locale: parts[4], language: parts[5],
      isAdmin: parts[6] == "admin")
  }

  private static func talk(_ file: String, _ text: [UInt8]) throws -> Talk {
    var talk = Talk()
    for line in lines(of: text) {
      if let name = value(of: "group", in: line) {
        talk.name = name
      } else if let names = value(of: "members", in: line) ?? value(of: "direct", in: line) {
        talk.members = names.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      } else if let marks = value(of: "read", in: line) {
        for mark in marks.split(separator: ",") {
          let pair = mark.split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
          guard pair.count == 2, let count = Int64(pair[1]) else { throw failure(file, line) }
          talk.unread[pair[0]] = -count
        }
      } else {
        guard let spoken = spoken(line) else { throw failure(file, line) }
        talk.lines.append(spoken)
      }
    }
    return talk
  }

  private static func value(of key: String, in line: String) -> String? {
    guard line.hasPrefix("\(key): ") else { return nil }
    return String(line.dropFirst(key.count + 2))
  }

  private static func failure(_ file: String, _ line: String) -> DemoFailure {
    DemoFailure("\(file): cannot read \(line)")
  }

  /// `-2 Tue 08:15 mira Good morning`: weeks before the last one, day, time in UTC, speaker, text.
  private static func spoken(_ line: String) -> Line? {
    let parts = line.split(separator: " ", maxSplits: 4)
    guard parts.count == 5, let week = Int64(parts[0]), let day = days.firstIndex(of: String(parts[1])) else {
      return nil
    }
    let clock = parts[2].split(separator: ":").compactMap { Int64($0) }
    guard clock.count == 2 else { return nil }
    let offset = week * 604_800 + Int64(day) * 86_400 + clock[0] * 3_600 + clock[1] * 60
    return Line(offset: offset, speaker: String(parts[3]), text: String(parts[4]))
  }

  private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// The Monday from which the last line is in the past at `now`, as late as possible: weekdays
  /// stay what they are.
  func monday(before now: Timestamp) -> Timestamp {
    let last = talks.flatMap(\.lines).map(\.offset).max() ?? 0
    // 1970-01-05 was a Monday.
    let epoch: Int64 = 4 * 86_400
    let seconds = now.milliseconds / 1_000 - last - 60 - epoch
    return Timestamp(milliseconds: (seconds / 604_800 * 604_800 + epoch) * 1_000)
  }
}
