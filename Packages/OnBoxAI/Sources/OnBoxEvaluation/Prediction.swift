import Foundation

/// The engine's answer to a test item.
struct Prediction: Encodable {
  enum Answer: Equatable {
    case summary(String)
    /// Ids of passages, best first.
    case ranking([String])
    case label(Bool, score: Double)
    /// `2025-03-01` and `15:30`, or `nil` where nothing is said.
    case moment(date: String?, time: String?)
  }

  let id: String
  let answer: Answer

  private enum Key: String, CodingKey {
    case id, summary, ranking, label, score, date, time
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(id, forKey: .id)
    switch answer {
    case .summary(let text): try container.encode(text, forKey: .summary)
    case .ranking(let ids): try container.encode(ids, forKey: .ranking)
    case .label(let holds, let score):
      try container.encode(holds ? 1 : 0, forKey: .label)
      try container.encode(score, forKey: .score)
    case .moment(let date, let time):
      // A missing answer is written as null, not left out.
      try container.encode(date, forKey: .date)
      try container.encode(time, forKey: .time)
    }
  }

  /// One line of JSON with its line feed; keys sorted.
  func line() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + [0x0A]
  }
}
