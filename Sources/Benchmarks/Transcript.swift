import Domain
import Foundation

/// A recorded conversation of several people.
struct Transcript {
  struct Turn: Equatable {
    let speaker: String
    /// As the server keeps it: without white space at both ends.
    let text: String
  }

  let turns: [Turn]
  /// In order of their first word.
  let speakers: [String]
  /// Turns that are no message: empty, or against the rules of a message's text.
  let skipped: Int

  /// Reads a file of JSON lines.
  static func read(_ path: String) throws -> [Transcript] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
      Transcript(try JSONDecoder().decode(Line.self, from: Data(line.utf8)))
    }
  }

  private init(_ line: Line) {
    var turns: [Turn] = []
    var speakers: [String] = []
    for turn in line.turns {
      guard let text = try? MessageText.validated(turn.text) else { continue }
      turns.append(Turn(speaker: turn.speaker, text: text))
      if !speakers.contains(turn.speaker) { speakers.append(turn.speaker) }
    }
    self.turns = turns
    self.speakers = speakers
    skipped = line.turns.count - turns.count
  }

  private struct Line: Decodable {
    struct Turn: Decodable {
      let speaker: String
      let text: String
    }

    let turns: [Turn]
  }
}
